import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lacks, run, unit } from './tools.ts';

// Three readers, because each lets something through: xmllint knows the structure and no values, python's plistlib the
// values and not every structure, and neither knows launchd's keys. (Linux's plistutil accepts broken files.)
const noXmllint = lacks('xmllint', 'libxml2-utils');
const noPython = lacks('python3', 'python3');
const text = readFileSync(unit('io.hostpin.hostpin.plist'), 'utf8');
const dtd = fileURLToPath(new URL('./plist.dtd', import.meta.url));

/** launchd.plist(5), as far as we use it: it skips what it does not know, so a misspelt key would go unseen. */
const launchdJob = z.strictObject({
  Label: z.literal('io.hostpin.hostpin'),
  ProgramArguments: z.array(z.string()).min(2),
  EnvironmentVariables: z.record(z.string(), z.string()),
  UserName: z.string(),
  Umask: z.literal(0o077),
  RunAtLoad: z.boolean(),
  KeepAlive: z.strictObject({ SuccessfulExit: z.boolean() }),
  ThrottleInterval: z.int().min(10),
  ExitTimeOut: z.int().min(6),
  ProcessType: z.enum(['Background', 'Standard', 'Adaptive', 'Interactive']),
  StandardOutPath: z.string().startsWith('/'),
  StandardErrorPath: z.string().startsWith('/'),
});

const toJson = 'import json,plistlib,sys; json.dump(plistlib.loads(sys.stdin.buffer.read()), sys.stdout)';

/** Everything that is wrong with a property list of launchd; nothing for a right one. */
const complaints = (plist: string): string[] => {
  const structure = run('xmllint', ['--noout', '--nonet', '--dtdvalid', dtd, '-'], plist);
  const values = run('python3', ['-c', toJson], plist);
  if (values.code !== 0) return [structure.output, values.output];
  const job = launchdJob.safeParse(JSON.parse(values.output));
  return [structure.code === 0 ? '' : structure.output, job.success ? '' : job.error.message].filter(
    (each) => each !== '',
  );
};

describe.skipIf(noXmllint || noPython)('the launchd property list', () => {
  it('is a right one', () => {
    expect(complaints(text)).toEqual([]);
  });

  const broken: [string, string, string][] = [
    ['an element that is not closed', '</array>', ''],
    ['an element that property lists do not have', '<true/>', '<yes/>'],
    ['a key without a value', '<key>RunAtLoad</key>\n  <true/>', '<key>RunAtLoad</key>'],
    ['a value without a key', '<key>UserName</key>', ''],
    ['a number with letters', '<integer>60</integer>', '<integer>sixty</integer>'],
    ['a value of the wrong type', '<integer>60</integer>', '<string>60</string>'],
    ['a key that launchd does not have', '<key>RunAtLoad</key>', '<key>RunOnLoad</key>'],
    ['an ampersand that is not escaped', '<string>run</string>', '<string>run & stay</string>'],
    ['text between the elements', '<key>RunAtLoad</key>', 'soon <key>RunAtLoad</key>'],
  ];
  it.each(broken)('is really checked: %s is found', (_what, right, wrong) => {
    expect(text).toContain(right);
    expect(complaints(text.replace(right, wrong))).not.toEqual([]);
  });
});

describe('what the property list starts', () => {
  it('is the daemon', () => {
    expect(text).toMatch(/<string>hostpin<\/string>\s*<string>run<\/string>/);
  });
});
