import { withoutSecret } from '../core/secret.ts';
import type { Http } from '../platform/ports.ts';
import { type Envelope, type OutputFormat, readReply } from './envelope.ts';
import { type Failed, garbled, invalid, lost, refused, retryAfter, unreachable } from './failure.ts';
import type { Catalogue, Name, Operation, PagedName, Params, Result } from './operation.ts';
import { checkParams, secretsOf } from './params.ts';
import { plain, shape } from './shape.ts';

export type ApiOptions = {
  http: Http;
  /** The API's base address; a path in it is kept. */
  endpoint: string;
  user: string;
  password: string;
  userAgent: string;
  /** `http://host:port` */
  proxy?: string | undefined;
  /** PEM certificates to trust beside the system's. */
  ca?: string | undefined;
  /** Wall clock, milliseconds since the epoch: `Retry-After` may be a date. */
  now(): number;
  outputFormat?: OutputFormat | undefined;
  /** For one request, milliseconds; 10 s where absent. */
  timeoutMs?: number | undefined;
  /** Of one answer; 1 MiB where absent, which holds a page of 1000 records in either format. */
  maxBytes?: number | undefined;
};

export type CallOptions = { signal?: AbortSignal | undefined };
export type PageOptions = CallOptions & {
  /** More pages than this are a failure: a total that lies must not be followed for ever. 1000 where absent. */
  maxPages?: number;
};

export type CallResult<Data> = { kind: 'ok'; data: Data; envelope: Envelope } | Failed;

/** What follows the name: parameters, which may be left out where none is required, and options. */
export type Rest<P, O> = Record<never, never> extends P ? [params?: P, options?: O] : [params: P, options?: O];

/** Calls the operations of a catalogue. Whatever happens is a value; nothing here throws. */
export type Interpreter<C extends Catalogue> = {
  /** One call. Parameters are checked before anything is sent. */
  call<N extends Name<C>>(name: N, ...rest: Rest<Params<C, N>, CallOptions>): Promise<CallResult<Result<C, N>>>;
  /** Every page of a list, one call each; a failure is the last item. */
  pages<N extends PagedName<C>>(
    name: N,
    ...rest: Rest<Params<C, N>, PageOptions>
  ): AsyncGenerator<CallResult<Result<C, N>>, void>;
};

export const createInterpreter = <C extends Catalogue>(options: ApiOptions, rows: C): Interpreter<C> => {
  const call = async (
    name: string,
    params: object = {},
    { signal }: CallOptions = {},
  ): Promise<CallResult<unknown>> => {
    const row: Operation | undefined = Object.hasOwn(rows, name) ? rows[name] : undefined;
    if (row === undefined) return invalid(name, ['there is no operation of this name']);
    const checked = checkParams(row, params as Record<string, unknown>);
    if (checked.kind === 'wrong') {
      return invalid(
        name,
        checked.problems.map(({ parameter, what }) => `${parameter} ${what}`.trim()),
      );
    }
    const hide = redactor([options.password, ...secretsOf(row, checked.params)]);
    const result = await exchange(options, name, row, checked.params, hide, signal);
    const elsewhere = result.kind === 'failed' && result.error.code === 102 ? row.otherPath : undefined;
    return elsewhere === undefined ? result : exchange(options, elsewhere, row, checked.params, hide, signal);
  };

  async function* pages(
    name: string,
    params: object = {},
    { signal, maxPages = 1_000 }: PageOptions = {},
  ): AsyncGenerator<CallResult<unknown>, void> {
    const first = Number('page' in params ? (params.page ?? 1) : 1);
    let seen = 0;
    for (let page = first; page < first + maxPages; page += 1) {
      const result = await call(name, { ...params, page }, { signal });
      if (result.kind !== 'ok') return yield result;
      const info = queryInfo(result.data);
      if (info.page !== page) {
        return yield unreachable(name, `page ${page} was asked for and page ${info.page} came`, { reached: true });
      }
      yield result;
      seen += info.results;
      // From a later page on, the results before it were seen by somebody.
      const before = (first - 1) * info.pageLength;
      if (info.results <= 0 || before + seen >= info.total) return;
    }
    yield unreachable(name, `the list has more than ${maxPages} pages`, { reached: true });
  }

  // Each row's schemas make its types true; the generic view of them can't be told to the compiler.
  return { call, pages } as unknown as Interpreter<C>;
};

const exchange = async (
  options: ApiOptions,
  name: string,
  row: Operation,
  params: Record<string, string>,
  hide: (text: string) => string,
  signal: AbortSignal | undefined,
): Promise<CallResult<unknown>> => {
  const format = options.outputFormat ?? 'json';
  const reads = row.effect === 'reads';
  const body = { ...params, apiuser: options.user, apipasswd: options.password, 'output-format': format };
  const answer = await options.http.send({
    method: 'POST',
    url: `${options.endpoint.replace(/\/+$/, '')}/${name}/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': options.userAgent },
    body: new URLSearchParams(body).toString(),
    timeoutMs: options.timeoutMs ?? 10_000,
    maxBytes: options.maxBytes ?? 1 << 20,
    ...(options.proxy !== undefined && { proxy: options.proxy }),
    ...(options.ca !== undefined && { ca: options.ca }),
    ...(signal !== undefined && { signal }),
  });
  if (answer.kind === 'failure') return lost(name, answer, reads);
  const { status, headers } = answer;
  if (status >= 500 || status === 429) {
    const retryAfterMs = retryAfter(headers['retry-after'], options.now());
    const why = status === 429 ? 'too many requests (HTTP 429)' : `the server has a fault of its own (HTTP ${status})`;
    return unreachable(name, why, { reached: true, retryAfterMs });
  }
  // The specification does not show the HTTP status of failed calls: an envelope counts, whatever its status.
  const reply = readReply(answer.body, format);
  if (reply.kind === 'garbled') return garbled(name, status, hide(reply.message), reads);
  if (reply.kind === 'refused') return refused(name, { code: reply.code, texts: reply.texts.map(hide) });
  const { variants } = row;
  const result = variants?.results[params[variants.parameter] ?? variants.fallback] ?? row.result;
  const parsed = result.safeParse(shape(result, rename(row, reply.envelope.responseData)));
  if (parsed.success) return { kind: 'ok', data: parsed.data, envelope: reply.envelope };
  const where = parsed.error.issues.slice(0, 3).map((issue) => ['responseData', ...issue.path].map(String).join('.'));
  return garbled(name, status, `the answer is not as specified in ${where.join(', ')}`, reads);
};

const rename = ({ renamed }: Operation, data: unknown): unknown =>
  renamed === undefined || !plain(data)
    ? data
    : Object.fromEntries(Object.entries(data).map(([key, value]) => [renamed[key] ?? key, value]));

/** Takes secrets out of a text that is shown: a provider may answer with what it was sent. */
const redactor = (secrets: readonly string[]): ((text: string) => string) => {
  const hiders = secrets.filter((secret) => secret !== '').map(withoutSecret);
  return (text) => hiders.reduce((shown, hide) => hide(shown), text);
};

const queryInfo = (data: unknown) => {
  const info = plain(data) && plain(data.queryInfo) ? data.queryInfo : {};
  const number = (key: string): number => Number(info[key] ?? 0);
  return {
    page: number('page'),
    pageLength: number('pageLength'),
    results: number('results'),
    total: number('total'),
  };
};
