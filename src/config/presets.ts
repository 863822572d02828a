const dondominio = { dyndns: 'https://dondns.dondominio.com', api: 'https://simple-api.dondominio.net' };

/** One service under its two names. */
const endpoints = { dondominio, mrdomain: dondominio };

type Name = keyof typeof endpoints;

export const presets = {
  names: ['dondominio', 'mrdomain'] as const satisfies readonly Name[],
  of: (name: Name) => endpoints[name],
};
