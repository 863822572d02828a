import { cancel, confirm, intro, isCancel, note, outro, password, text } from '@clack/prompts';
import { readHostName } from '../config/host-name.ts';
import { writeConfiguration } from '../config/written.ts';
import { exit } from '../core/exit.ts';
import { person } from '../platform/person.ts';
import type { Call } from './call.ts';
import { fail } from './failure.ts';
import { alreadyThere, inTheWay, placeOf, putInPlace, toFind } from './new-configuration.ts';

/** The wizard was left. */
class Left extends Error {}

const answered = async <T>(asking: Promise<T>): Promise<Exclude<T, symbol>> => {
  const answer = await asking;
  if (isCancel(answer)) throw new Left();
  return answer as Exclude<T, symbol>;
};

const needed = (what: string) => (value: string | undefined) => (value?.trim() ? undefined : `${what} is needed.`);

const namesOf = (value: string): string[] => value.split(/[\s,]+/).filter((name) => name !== '');

const hostsAreRight = (value: string | undefined): string | undefined => {
  const names = namesOf(value ?? '');
  if (names.length === 0) return 'At least one name is needed.';
  const wrong = names.map(readHostName).find((name) => name.kind === 'wrong');
  return wrong?.kind === 'wrong' ? `${wrong.what}: ${wrong.fix}.` : undefined;
};

const ask = async () => {
  const user = await answered(
    text({ message: 'Your user name at DonDominio / MrDomain', validate: needed('The name') }),
  );
  const key = await answered(
    password({
      message: "The DonDNS key (panel, 'DonDNS'; it is not the password of the account)",
      validate: needed('The key'),
    }),
  );
  const names = await answered(
    text({
      message: 'Which host should follow this machine? (several: with commas)',
      placeholder: 'home.example.com',
      validate: hostsAreRight,
    }),
  );
  const hosts = [
    ...new Set(
      namesOf(names).flatMap((name) => {
        const read = readHostName(name);
        return read.kind === 'value' ? [read.value] : [];
      }),
    ),
  ];
  const wantsApi = await answered(
    confirm({
      message:
        "Have you an account of the main API? (It creates missing records and keeps IPv6's; most people have none.)",
      initialValue: false,
    }),
  );
  if (!wantsApi) return { written: { user: user.trim(), hosts, types: ['A'] as const }, secrets: { key: key.trim() } };
  const apiUser = await answered(text({ message: 'Its user', validate: needed('The user') }));
  const apiPassword = await answered(password({ message: 'Its password', validate: needed('The password') }));
  const ipv6 = await answered(confirm({ message: 'Keep IPv6 addresses (AAAA) as well?', initialValue: false }));
  return {
    written: { user: user.trim(), hosts, types: ipv6 ? (['A', 'AAAA'] as const) : (['A'] as const) },
    secrets: { key: key.trim(), apiPassword: apiPassword.trim() },
    apiUser: apiUser.trim(),
  };
};

/** `hostpin init`: asks a person, and writes the configuration. */
export const run = async (call: Call): Promise<number> => {
  const place = placeOf(call);
  const there = await inTheWay(call, [place.file, place.keyFile, place.passwordFile]);
  if (there !== undefined) return fail(call, exit.usage, alreadyThere(there));
  if (!person.present || !call.platform.terminal) {
    return fail(
      call,
      exit.usage,
      `'hostpin init' asks questions, and there is no terminal. By hand: write the key to ${place.keyFile} (mode 600), and these lines to ${place.file}:\n${writeConfiguration({ user: 'YOUR-USER', keyFile: place.keyFile, hosts: ['home.example.com'], types: ['A'] })}`,
    );
  }
  try {
    intro('hostpin: a configuration in one minute');
    const { written, secrets, apiUser } = await ask();
    const api = apiUser === undefined ? {} : { api: { user: apiUser, passwordFile: place.passwordFile } };
    note(writeConfiguration({ ...written, ...api, keyFile: place.keyFile }), place.file);
    if (!(await answered(confirm({ message: `Write this, and the secrets to files that only you can read?` }))))
      throw new Left();
    const wrong = await putInPlace(call, place, { ...written, ...api }, secrets);
    if (wrong !== undefined) {
      cancel('Not all was written.');
      return fail(call, exit.usage, `${wrong} Name a place that can be written with --config.`);
    }
    const look = await answered(
      confirm({ message: 'Look whether all is right? (The provider is asked once, and nothing changes.)' }),
    );
    const by = toFind(call, place);
    outro(
      look ? 'Looking …' : `'hostpin check${by}' looks, 'hostpin update${by}' publishes, 'hostpin run${by}' stays.`,
    );
    if (!look) return exit.ok;
    const check = await import('./check.ts');
    const code = await check.run({ ...call, flags: { config: place.file } });
    call.platform.out(
      code === exit.ok
        ? `Now: 'hostpin update${by}' publishes once; 'hostpin run${by}', or 'hostpin service install${by}', keeps it so.\n`
        : `The file is written. Mend what is said above in ${place.file}, then: hostpin check${by}\n`,
    );
    return exit.ok;
  } catch (error) {
    if (!(error instanceof Left)) throw error;
    const written = await inTheWay(call, [place.file]);
    cancel(written === undefined ? 'Nothing was written.' : `${place.file} is written.`);
    return written === undefined ? exit.usage : exit.ok;
  }
};
