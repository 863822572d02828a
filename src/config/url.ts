import { type Reading, shown, wrong } from './reading.ts';

const parse = (text: string): URL | undefined => {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
};

/** Whether the URL's host is this machine, by its name or number alone. */
export const isLoopback = (url: URL): boolean =>
  /^127\.\d+\.\d+\.\d+$/.test(url.hostname) || url.hostname === '[::1]' || /^(.+\.)?localhost\.?$/.test(url.hostname);

/** The address of one of the provider's services, without a final slash. */
export const readEndpoint = (text: string): Reading<string> => {
  const url = parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return wrong(
      `${shown(text)} is not an https:// address`,
      'write it as https://host, with a port or path where needed',
    );
  }
  if (url.username !== '' || url.password !== '') {
    return wrong(`${shown(text)} has credentials in it`, 'write the address alone; credentials have keys of their own');
  }
  if (url.search !== '' || url.hash !== '') {
    return wrong(`the address of ${shown(url.host)} has a query or fragment`, 'write the address up to the path');
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    return wrong(
      `${shown(text)} would send the secret unencrypted`,
      'write https:// (http:// is for loopback addresses)',
    );
  }
  return { kind: 'value', value: url.href.replace(/\/+$/, '') };
};

/** A proxy's address. May carry credentials, so that the value is never told. */
export const readProxy = (text: string): Reading<string> => {
  const url = parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    return wrong('is not the address of an HTTP proxy', 'write it as http://host:port (SOCKS is not supported)');
  }
  return { kind: 'value', value: url.href.replace(/\/+$/, '') };
};

const isExempt = (url: URL, noProxy: string): boolean => {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      const [, name = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry.replace(/^\*?\./, '')) ?? [];
      if (entry === '*') return true;
      if (name === '' || (only !== undefined && only !== port)) return false;
      return url.hostname === name || url.hostname.endsWith(`.${name}`);
    });
};

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that $HTTPS_PROXY names for an `https://` endpoint. None for what $NO_PROXY lists (names with their
 * subdomains, `*`, an optional port).
 */
export const proxyFromEnvironment = (endpoint: string, env: Environment): Reading<string> | undefined => {
  const named = env.https_proxy || env.HTTPS_PROXY;
  const url = parse(endpoint);
  if (!named || url?.protocol !== 'https:' || isExempt(url, env.no_proxy || env.NO_PROXY || '')) return undefined;
  return readProxy(named.includes('://') ? named : `http://${named}`);
};
