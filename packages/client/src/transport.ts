import { limits } from '@touchline/contract/limits';
import { paths, type RouteName } from '@touchline/contract/paths';
import { codes } from '@touchline/contract/reasons';
import type { CallInput, Output } from '@touchline/contract/routes';
import { type CallAnswer, readAnswer } from './answer.ts';
import { CallError, networkError } from './errors.ts';
import { asFields, asText } from './values.ts';

/** Sends a request as `fetch` does. An app may pass another, for example to follow an upload. */
export type Send = (
  url: string,
  init: RequestInit & { headers: Record<string, string> },
) => Promise<Response>;

export type TransportOptions = {
  /** Origin of the API without a slash at the end; empty for the origin of the page. */
  origin: string;
  /** Language of messages, read again for each call. English unless given. */
  language?: () => string;
  /** `fetch` of the platform unless given. */
  fetch?: Send;
  /** How long a call may take, milliseconds. An upload may take three times as long. */
  timeoutMs?: number;
};

/** An image the server has stored: its id for the call that uses it, and the path its owner fetches it from. */
export type UploadedImage = { id: string; url: string };

/** Sends a request with the token it is given, and reads the answer. */
type Attempt = (token: string | undefined) => Promise<CallAnswer>;

type Request = Pick<RequestInit, 'method' | 'body'> & {
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  send?: Send | undefined;
};

/**
 * Data of a successful answer as the contract types it. Client and server are built from the same contract and
 * shipped together, so the shape is not checked again here: the schemas would double what a phone has to load.
 */
const trusted = <N extends RouteName>(_name: N, data: unknown): data is Output<N> => data !== null;

/** The query string of an input, with its question mark. Fields without a value are left out. */
const queryOf = (input: object): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/**
 * The wire without a session: headers, timeout and envelope. Every function rejects with `CallError`.
 * @param tokenHeader carries the token: members and operators have one header each
 */
export const createTransport = (
  tokenHeader: 'ba-user-token' | 'ba-office-token',
  {
    origin,
    language = () => 'en',
    fetch: defaultSend = (url, init) => fetch(url, init),
    timeoutMs: defaultTimeoutMs = limits.requestTimeoutMs,
  }: TransportOptions,
) => {
  /** Makes a request and reads its answer, both within the timeout. */
  const request = async (
    path: string,
    token: string | undefined,
    { headers, signal, timeoutMs = defaultTimeoutMs, send = defaultSend, ...init }: Request,
    read: (response: Response) => Promise<CallAnswer>,
  ): Promise<CallAnswer> => {
    // `AbortSignal.any` and `AbortSignal.timeout` are missing in browsers that members still have.
    const controller = new AbortController();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      controller.abort();
    }, timeoutMs);
    const abort = (): void => controller.abort();
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    try {
      const response = await send(`${origin}${path}`, {
        ...init,
        headers: { 'accept-language': language(), [tokenHeader]: token ?? '', ...headers },
        signal: controller.signal,
      });
      return await read(response);
    } catch (error) {
      if (error instanceof CallError) throw error;
      if (late) throw networkError('timeout', error);
      throw networkError(signal?.aborted ? 'aborted' : 'connection', error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  };

  const envelope = async (response: Response): Promise<CallAnswer> =>
    readAnswer(await response.text(), response.ok, response.headers.get('x-request-id') ?? undefined);

  const send = (
    name: RouteName,
    input: object,
    token: string | undefined,
    signal?: AbortSignal,
  ): Promise<CallAnswer> => {
    const [method, path] = paths[name];
    if (method !== 'POST') return request(`${path}${queryOf(input)}`, token, { method, signal }, envelope);
    const headers = { 'content-type': 'application/json' };
    return request(path, token, { method, headers, body: JSON.stringify(input), signal }, envelope);
  };

  return {
    send,

    /**
     * Calls and files on top of a session.
     * @param withToken runs an attempt with the session's token and resolves to the data of its answer
     */
    withSession: (withToken: (attempt: Attempt) => Promise<unknown>) => ({
      /** Makes a call of the contract and resolves to its `data`. */
      call: async <N extends RouteName>(
        name: N,
        input: CallInput<N>,
        signal?: AbortSignal,
      ): Promise<Output<N>> => {
        const data = await withToken((token) => send(name, input, token, signal));
        if (trusted(name, data)) return data;
        throw networkError('badAnswer');
      },

      /** Posts a form with an image to the path of a call. */
      upload: async (
        name: 'upload' | 'officePictureAdd',
        form: FormData,
        sendForm?: Send,
      ): Promise<UploadedImage> => {
        const [method, path] = paths[name];
        const timeoutMs = 3 * defaultTimeoutMs;
        const data = await withToken((token) =>
          request(path, token, { method, body: form, timeoutMs, send: sendForm }, envelope),
        );
        const fields = asFields(data);
        const id = asText(fields.id);
        const url = asText(fields.url);
        if (id === undefined || url === undefined) throw networkError('badAnswer');
        return { id, url };
      },

      /**
       * Fetches a file that needs the token.
       * @param type how its media type begins
       */
      file: async (path: string, input: object, type: string, signal?: AbortSignal): Promise<Blob> => {
        const data = await withToken((token) =>
          request(`${path}${queryOf(input)}`, token, { method: 'GET', signal }, async (response) =>
            response.ok && response.headers.get('content-type')?.startsWith(type) === true
              ? { code: codes.success, message: '', data: await response.blob() }
              : envelope(response),
          ),
        );
        if (data instanceof Blob) return data;
        throw networkError('badAnswer');
      },
    }),
  };
};
