import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { version as own } from '../src/version.ts';
import type { BundledPackage } from './bundle.ts';
import type { Platform } from './platforms.ts';

type Component = { name: string; version: string; 'bom-ref': string };
type Bill = {
  metadata: { component: Record<string, unknown> };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/**
 * npm's bill of materials (CycloneDX), cut down to what was bundled, and with the runtimes: npm lists what is installed,
 * and the executables have less of it and more.
 */
export const billOfMaterials = (packages: readonly BundledPackage[], platforms: readonly Platform[]): string => {
  const said = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'pipe',
    maxBuffer: 1 << 26,
  });
  const bill: Bill = JSON.parse(said.toString());
  const bundled = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  const components = bill.components.filter(({ name, version }) => bundled.has(`${name}@${version}`));
  const missing = [...bundled].filter((id) => !components.some(({ name, version }) => `${name}@${version}` === id));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}`);
  const runtimes = platforms.map(({ runtime: { package: name, version } }) => ({
    'bom-ref': `${name}@${version}`,
    type: 'platform',
    name,
    version,
    description: 'Node.js, embedded in the executable',
    purl: `pkg:npm/${name}@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: 'MIT' } }],
  }));
  const refs = new Set([`hostpin@${own}`, ...[...components, ...runtimes].map((each) => each['bom-ref'])]);
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  Object.assign(bill.metadata.component, { name: 'hostpin' });
  return `${JSON.stringify({ ...bill, components: [...components, ...runtimes], dependencies }, undefined, 2)}\n`;
};
