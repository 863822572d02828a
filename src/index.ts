import { catalogue, type FullCatalogue } from './api/catalogue/index.ts';
import type { OutputFormat } from './api/envelope.ts';
import {
  type CallOptions,
  type CallResult,
  createInterpreter,
  type PageOptions,
  type Rest,
} from './api/interpreter.ts';
import type { Name, PagedName, Params, Result } from './api/operation.ts';
import { createClock } from './platform/clock.ts';
import { createHttp } from './platform/http.ts';
import { userAgent } from './version.ts';

export { ApiError } from './api/errors.ts';
export type { CallOptions, PageOptions } from './api/interpreter.ts';
export type { ApiVersion, Effect, Operation } from './api/operation.ts';
export { catalogue };

export type OperationName = Name<FullCatalogue>;
export type PagedOperationName = PagedName<FullCatalogue>;
export type ParamsOf<N extends OperationName> = Params<FullCatalogue, N>;
export type ResultOf<N extends OperationName> = Result<FullCatalogue, N>;

export type ClientOptions = {
  user: string;
  password: string;
  /** The API's base address; the provider's own where absent. */
  endpoint?: string;
  /** `http://host:port` */
  proxy?: string;
  /** PEM certificates to trust beside the system's. */
  ca?: string;
  /** What the provider is asked to answer in; JSON where absent. */
  outputFormat?: OutputFormat;
  /** For one request, milliseconds; 10 s where absent. */
  timeoutMs?: number;
  /** Of one answer, bytes; 16 MiB where absent. */
  maxBytes?: number;
};

export type Client = {
  /**
   * Calls an operation and gives its `responseData`.
   *
   * @throws {ApiError} where the parameters break a rule, the provider refuses, or no whole answer comes
   */
  call<N extends OperationName>(name: N, ...rest: Rest<ParamsOf<N>, CallOptions>): Promise<ResultOf<N>>;
  /**
   * Walks every page of a list.
   *
   * @throws {ApiError} as `call` does
   */
  pages<N extends PagedOperationName>(
    name: N,
    ...rest: Rest<ParamsOf<N>, PageOptions>
  ): AsyncGenerator<ResultOf<N>, void>;
  /** Closes the connections. */
  close(): Promise<void>;
};

/**
 * A client of the whole main API.
 *
 * @throws {TypeError} where user or password are no text, such as those of a variable that is not set
 */
export const createClient = ({
  endpoint = 'https://simple-api.dondominio.net',
  maxBytes = 16 << 20,
  ...options
}: ClientOptions): Client => {
  for (const name of ['user', 'password'] as const)
    if (typeof options[name] !== 'string') throw new TypeError(`createClient: ${name} must be a text.`);
  const http = createHttp();
  const { now } = createClock();
  const interpreter = createInterpreter({ ...options, endpoint, maxBytes, http, now, userAgent }, catalogue);
  return {
    async call(name, ...rest) {
      return unwrap(await interpreter.call(name, ...rest));
    },
    async *pages(name, ...rest) {
      for await (const page of interpreter.pages(name, ...rest)) yield unwrap(page);
    },
    close: () => http.close(),
  };
};

const unwrap = <Data>(result: CallResult<Data>): Data => {
  if (result.kind === 'failed') throw result.error;
  return result.data;
};
