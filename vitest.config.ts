import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // End-to-end tests start real programs on machines that may be small and busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
