/** What a configuration file is written from. */
export type Written = {
  user: string;
  keyFile: string;
  /** Host names, all with these record types. */
  hosts: readonly string[];
  types: readonly ('A' | 'AAAA')[];
  api?: { user: string; passwordFile: string };
  /** A duration, such as `5m`. */
  every?: string;
};

/** A text as YAML: plain where nobody could read it as something else, else in double quotes, which JSON's are as well. */
const scalar = (text: string): string =>
  /^[a-z~/][\w./@+-]*$/i.test(text) && !/^(true|false|null|yes|no|on|off|~)$/i.test(text) ? text : JSON.stringify(text);

/** A configuration file's text, as a person would write it. */
export const writeConfiguration = ({ user, keyFile, hosts, types, api, every }: Written): string => {
  const usual = types.length === 1 && types[0] === 'A';
  const names = hosts.map(scalar);
  const lines = [
    `user: ${scalar(user)}`,
    `key_file: ${scalar(keyFile)}`,
    ...(usual
      ? [`hosts: [${names.join(', ')}]`]
      : ['hosts:', ...names.map((name) => `  - {name: ${name}, types: [${types.join(', ')}]}`)]),
    ...(api ? ['api:', `  user: ${scalar(api.user)}`, `  password_file: ${scalar(api.passwordFile)}`] : []),
    ...(every === undefined ? [] : [`schedule: {every: ${every}}`]),
  ];
  return `${lines.join('\n')}\n`;
};
