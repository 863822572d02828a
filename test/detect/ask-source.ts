/**
 * Asks address sources with the real platform and prints a JSON list of their answers: for tests that must do so
 * inside a network namespace. Arguments: family, milliseconds, specs.
 */
import type { Family } from '../../src/core/observation.ts';
import { parseSource } from '../../src/detect/registry.ts';
import { realPlatform } from '../../src/platform/real.ts';

const [family, timeoutMs, ...specs] = process.argv.slice(2);
const { http, network, exec, udp } = realPlatform();
const answers: unknown[] = [];
for (const spec of specs) {
  const parsed = parseSource(spec, family as Family);
  if (parsed.kind === 'wrong') throw new Error(`${spec} ${parsed.what}`);
  const ports = { http, network, exec, udp, timeoutMs: Number(timeoutMs), userAgent: 'hostpin/test' };
  answers.push(await parsed.source.ask(family as Family, ports));
}
await http.close();
console.log(JSON.stringify(answers));
