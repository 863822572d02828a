import { parseAddress } from '../core/address.ts';
import { readEcho } from './codec/echo.ts';
import { operatorOf } from './operators.ts';
import type { SourceKind } from './source.ts';

/** An echo page needs a few bytes; what is longer than this is no echo page. */
const maxBytes = 64 * 1024;

/** `https://…` and `http://…`: a page that says from which address it was asked. */
const echoKind = (name: 'https' | 'http'): SourceKind => ({
  name,
  parse(spec) {
    if (!URL.canParse(spec) || !spec.startsWith(`${name}://`)) {
      return { kind: 'wrong', what: 'is not the address of a page', fix: 'write it like https://echo.example.net/' };
    }
    const url = new URL(spec);
    if (url.username || url.password) {
      return { kind: 'wrong', what: 'has a user or password in it', fix: 'use an echo page that wants none' };
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const literal = parseAddress(host);
    return {
      kind: 'source',
      source: {
        spec,
        kind: name,
        operator: operatorOf(name, host, Number(url.port) || (name === 'https' ? 443 : 80)),
        async ask(wanted, { http, timeoutMs, signal, userAgent }) {
          const result = await http.send({
            method: 'GET',
            url: spec,
            headers: { 'user-agent': userAgent, accept: 'text/plain, application/json;q=0.9, */*;q=0.1' },
            timeoutMs,
            maxBytes,
            // A name is asked over the wanted family alone. A literal address has said how: a page of the local network
            // may well tell an address of the other family.
            family: literal?.family ?? wanted,
            ...(signal && { signal }),
          });
          return result.kind === 'failure' ? { kind: 'none', reason: result.reason } : readEcho(result, wanted);
        },
      },
    };
  },
});

export const httpsKind = echoKind('https');
export const httpKind = echoKind('http');
