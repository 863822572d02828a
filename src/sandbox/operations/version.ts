import { apiVersion } from '../envelope.ts';
import type { Call, Only } from './operation.ts';

/** The published version as which the provider answers. */
export const versionOf = ({ version }: Call): Only => version ?? apiVersion;
