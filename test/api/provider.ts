import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Request = { action: string; params: Record<string, string>; method: string; userAgent: string };
/** What the provider answers: an envelope's parts, raw HTTP, or nothing at all. */
export type Answer =
  | { data: unknown; messages?: string[] }
  | { code: number; text?: string; messages?: string[]; status?: number }
  | { status: number; body: string; headers?: Record<string, string> }
  | 'hang up';

/** A scripted provider on loopback, written from the specification. */
export const startProvider = async (answer: (request: Request) => Answer) => {
  const requests: Request[] = [];
  const server = createServer(async (incoming, outgoing) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const [, , module, action] = (incoming.url ?? '').split('/');
    const request = {
      action: `${module}/${action}`,
      params: Object.fromEntries(new URLSearchParams(body)),
      method: incoming.method ?? '',
      userAgent: incoming.headers['user-agent'] ?? '',
    };
    requests.push(request);
    const said = answer(request);
    if (said === 'hang up') return void incoming.socket.destroy();
    if ('body' in said) return void outgoing.writeHead(said.status, said.headers).end(said.body);
    const failed = 'code' in said;
    const text = JSON.stringify({
      success: !failed,
      errorCode: failed ? said.code : 0,
      errorCodeMsg: failed ? (said.text ?? 'refused') : '',
      action: request.action,
      version: '1.0.20',
      ...(said.messages && { messages: said.messages }),
      responseData: failed ? [] : said.data,
    });
    outgoing.writeHead(failed ? (said.status ?? 200) : 200, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`,
    requests,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
};

/** One page of a list. */
export const pageOf = <T>(key: string, all: readonly T[], params: Record<string, string>, most = 1000) => {
  const page = Number(params.page ?? 1);
  const pageLength = Math.min(Number(params.pageLength ?? 1000), most);
  const items = all.slice((page - 1) * pageLength, page * pageLength);
  return { data: { queryInfo: { page, pageLength, results: items.length, total: all.length }, [key]: items } };
};

export const serviceNamed = (name: string) => ({
  name,
  status: 'active',
  type: 'Basic',
  productkey: 'basic',
  tsExpir: '2030-01-01',
});
