import { announcements, decodeAddressReply } from '../../../detect/codec/natpmp.ts';
import { isAnnouncement } from '../../../detect/codec/pcp.ts';
import type { GatewayWatch } from './gateway-watch.ts';

/**
 * Hears what the gateway multicasts when its external address changed or it restarted, until the end of the watch.
 * NAT-PMP's announcement has the address (RFC 6886 3.2.1), PCP's does not (RFC 6887 14.1.2): then `askNow` is called.
 */
export const hearAnnouncements = async (
  { gateway, local, udp, hear, say, signal }: GatewayWatch,
  askNow: () => void,
): Promise<void> => {
  const { group, port } = announcements;
  const opened = await udp.listen({
    family: 'ipv4',
    port,
    groups: [{ group, interface: local }],
    heard(datagram, from) {
      // RFC 6886 3.2.1: only the gateway's word counts.
      if (from.address !== gateway || signal.aborted) return;
      if (isAnnouncement(datagram)) return askNow();
      const said = decodeAddressReply(datagram);
      if (said?.kind === 'address') hear('announcement', said.address);
    },
  });
  if (opened.kind === 'failure') return say(`The router's announcements can't be heard: ${opened.reason}.`);
  if (signal.aborted) return opened.close();
  signal.addEventListener('abort', () => opened.close(), { once: true });
};
