import { afterEach, describe, expect, it } from 'vitest';
import { type EventListener, listenForEvents } from '../../../../src/agent/triggers/router/event-listener.ts';
import type { GatewayWatch } from '../../../../src/agent/triggers/router/gateway-watch.ts';
import { realPlatform } from '../../../../src/platform/real.ts';

const opened: EventListener[] = [];
afterEach(async () => {
  for (const listener of opened.splice(0)) await listener.close();
});

const { udp, http, clock } = realPlatform();

const open = async (gateway = '127.0.0.1') => {
  const heard: string[] = [];
  const watch: GatewayWatch = {
    ...{ gateway, local: '127.0.0.1', udp, http, clock, userAgent: 'test', signal: new AbortController().signal },
    ask: async () => ({ kind: 'none', reason: 'not asked here' }),
    hear: (_by, address) => void heard.push(address),
    say: () => undefined,
  };
  const listener = await listenForEvents(watch);
  if (listener === undefined) throw new Error('can not listen on loopback');
  opened.push(listener);
  return { heard, listener };
};

const event = (address: string): string =>
  '<?xml version="1.0"?><e:propertyset xmlns:e="urn:schemas-upnp-org:event-1-0"><e:property>' +
  `<ExternalIPAddress>${address}</ExternalIPAddress></e:property></e:propertyset>`;

const notify = async (
  url: string,
  { method = 'NOTIFY', sid = 'uuid:ours', nts = 'upnp:propchange', body = event('20.0.0.1') },
) => {
  const headers = { nt: 'upnp:event', nts, sid, seq: '1' };
  const result = await http.send({ method, url, headers, body, timeoutMs: 5_000, maxBytes: 1_000 });
  return result.kind === 'response' ? result.status : result.reason;
};

describe('the port for events', () => {
  it('takes an event of our subscription', async () => {
    const { heard, listener } = await open();
    listener.takeFrom('uuid:ours');
    expect(await notify(listener.callback, {})).toBe(200);
    expect(heard).toEqual(['20.0.0.1']);
  });

  it('keeps the event that comes before the subscription is known', async () => {
    const { heard, listener } = await open();
    expect(await notify(listener.callback, {})).toBe(200);
    expect(heard).toEqual([]);
    listener.takeFrom('uuid:ours');
    expect(heard).toEqual(['20.0.0.1']);
  });

  it('drops an early event of somebody else’s subscription', async () => {
    const { heard, listener } = await open();
    await notify(listener.callback, { sid: 'uuid:theirs' });
    listener.takeFrom('uuid:ours');
    expect(heard).toEqual([]);
  });

  const refused: [sentence: string, what: Parameters<typeof notify>[1], path: string, status: number][] = [
    ['of another subscription', { sid: 'uuid:theirs' }, '', 412],
    ['at another path', {}, '/x', 404],
    ['by another method', { method: 'POST' }, '', 405],
    ['that is another notification', { nts: 'ssdp:alive' }, '', 400],
    ['that is too long', { body: event('20.0.0.1') + ' '.repeat(65_536) }, '', 413],
  ];
  it.each(refused)('refuses an event %s', async (_sentence, what, path, status) => {
    const { heard, listener } = await open();
    listener.takeFrom('uuid:ours');
    expect(await notify(`${listener.callback}${path}`, what)).toBe(status);
    expect(heard).toEqual([]);
  });

  it('refuses what does not come from the gateway', async () => {
    const { heard, listener } = await open('127.0.0.9');
    listener.takeFrom('uuid:ours');
    expect(await notify(listener.callback, {})).toBe(404);
    expect(heard).toEqual([]);
  });
});
