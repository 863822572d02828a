import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inits } from '../../src/service/init.ts';
import { renderUnit, unitFiles } from '../../src/service/units.ts';
import { run, unit } from '../service-units/tools.ts';

const npm = ['/usr/bin/node', '/usr/lib/node_modules/hostpin/dist/main.js'];

describe('service-units/', () => {
  it.each(Object.keys(unitFiles))('%s is what the program renders (`node test/service-units/write.ts`)', (name) => {
    expect(readFileSync(unit(name), 'utf8')).toBe(unitFiles[name]);
  });

  it('has no other file', () => {
    expect(readdirSync(unit('.')).toSorted()).toEqual(Object.keys(unitFiles).toSorted());
  });
});

describe('a unit', () => {
  it.each([
    ['systemd', `ExecStart=${npm.join(' ')} run\n`],
    ['launchd', `<string>${npm[0]}</string>\n    <string>${npm[1]}</string>\n    <string>run</string>`],
    ['openrc', `command="\${HOSTPIN_COMMAND:-${npm[0]}}"\ncommand_args="${npm[1]} run --config `],
    ['procd', `procd_set_param command ${npm.join(' ')} run --config `],
    ['windows', `/tr "\\"${npm[0]}\\" \\"${npm[1]}\\" update --config `],
  ] as const)('of %s starts the program that it is made for', (init, words) => {
    expect(renderUnit[init](npm)).toContain(words);
    expect(renderUnit[init](npm)).not.toContain('/usr/bin/env');
  });

  it.each(['openrc', 'procd'] as const)('of %s is a shell script whatever the program', (init) => {
    expect(run('sh', ['-n'], renderUnit[init](npm))).toEqual({ code: 0, output: '' });
    expect(renderUnit[init](['/usr/local/bin/hostpin'])).toMatch(/\/usr\/local\/bin\/hostpin\b/);
  });

  it.each(inits)('of %s ends with a line feed', (init) => {
    expect(renderUnit[init](npm).endsWith('\n')).toBe(true);
  });
});
