import { describe, expect, it } from 'vitest';
import { type Init, inits } from '../../src/service/init.ts';
import { planInstall, type Wanted } from '../../src/service/plan.ts';
import { stepWords } from '../../src/service/words.ts';

const wanted = (init: Init, changes: Partial<Wanted> = {}): Wanted => ({
  init,
  command: ['/usr/local/bin/hostpin'],
  config: { text: 'user: alice\n', from: '/home/alice/hostpin.yaml' },
  key: { text: 'secret-of-the-key\n', from: '/home/alice/key' },
  makeUser: [],
  ...changes,
});
const words = (plan: Wanted): string[] => planInstall(plan).map(stepWords);

const key = 'write the secret to /etc/hostpin/key (mode 600), from /home/alice/key';
const configuration =
  'write the configuration, without secrets, to /etc/hostpin/hostpin.yaml (mode 644), from /home/alice/hostpin.yaml';

describe('an installation', () => {
  it('for systemd writes three files and a link; user and state folder are made by the unit', () => {
    expect(words(wanted('systemd'))).toEqual([
      'make the folder /etc/hostpin (mode 755)',
      key,
      configuration,
      'write the unit to /etc/systemd/system/hostpin.service (mode 644)',
      'start it at boot: link /etc/systemd/system/multi-user.target.wants/hostpin.service to /etc/systemd/system/hostpin.service',
    ]);
  });

  it("for systemd puts the main API's password where credentials are looked for", () => {
    expect(words(wanted('systemd', { password: { text: 'x\n' } }))).toEqual(
      expect.arrayContaining([
        'make the folder /etc/credstore (mode 700)',
        'write the secret to /etc/credstore/hostpin.api-password (mode 600)',
      ]),
    );
  });

  it('for OpenRC makes the user, who alone may read the key', () => {
    expect(words(wanted('openrc'))).toEqual([
      'make the folder /etc/hostpin (mode 755)',
      'make the user hostpin, without home and shell',
      'write the secret to /etc/hostpin/key (mode 600, for the user hostpin), from /home/alice/key',
      configuration,
      'write the unit to /etc/init.d/hostpin (mode 755)',
      'start it at boot: link /etc/runlevels/default/hostpin to /etc/init.d/hostpin',
    ]);
  });

  it('for procd links the script as its own `enable` does', () => {
    expect(words(wanted('procd')).slice(-2)).toEqual([
      'start it at boot: link /etc/rc.d/S95hostpin to ../init.d/hostpin',
      'start it at boot: link /etc/rc.d/K05hostpin to ../init.d/hostpin',
    ]);
  });

  it('for launchd makes the state folder, since launchd makes none', () => {
    expect(words(wanted('launchd'))).toContain(
      'make the folder /usr/local/var/hostpin (mode 700, for the user _hostpin)',
    );
  });

  it('leaves files alone that are in place, but for who may read them', () => {
    expect(words(wanted('systemd', { key: 'in place', config: 'in place' })).slice(1, 3)).toEqual([
      'let nobody else read /etc/hostpin/key',
      'let the service read /etc/hostpin/hostpin.yaml',
    ]);
  });

  it("uses the unit of the system's package where there is one", () => {
    expect(words(wanted('systemd', { packagedUnit: '/lib/systemd/system/hostpin.service' })).slice(3)).toEqual([
      'start it at boot: link /etc/systemd/system/multi-user.target.wants/hostpin.service to /lib/systemd/system/hostpin.service',
    ]);
  });

  it.each(inits)(
    'for %s copies the program before a unit names it, and certificates before the configuration',
    (init) => {
      const steps = planInstall(wanted(init, { copyFrom: '/home/alice/hostpin', ca: { text: 'PEM' } }));
      const at = (what: string): number =>
        steps.findIndex((step) => step.kind === what || ('what' in step && step.what === what));
      expect(at('program')).toBeGreaterThan(0);
      expect(at('program')).toBeLessThan(at('unit'));
      expect(at('certificates')).toBeLessThan(at('configuration'));
    },
  );

  it.each(inits)('for %s has the secret in files alone, that nobody else can read', (init) => {
    const steps = planInstall(wanted(init));
    const holders = steps.filter((step) => JSON.stringify(step).includes('secret-of-the-key'));
    expect(holders).toMatchObject([{ kind: 'file', what: 'secret', mode: 0o600 }]);
    expect(steps.map(stepWords).join()).not.toContain('secret-of-the-key');
  });
});
