import type { RouteName } from '@touchline/contract/paths';
import type { CallInput, Output } from '@touchline/contract/routes';
import { paths } from '@touchline/contract/paths';
import { codes } from '@touchline/contract/reasons';
import { limits } from '@touchline/contract/limits';
import type { Tokens } from '@touchline/contract/shapes/user';
import { type Answer, readAnswer } from './answer.ts';
import { CallError, networkError } from './errors.ts';
import { createRefresh } from './refresh.ts';

/** Where the session of this device is kept; `read` must see what another tab has just written. */
export type SessionKeeper = {
  read: () => Tokens | undefined;
  write: (tokens: Tokens) => void;
  clear: () => void;
};

export type ClientOptions = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Origin of the API, without a slash at the end. */
  origin: string;
  language: () => string;
  session: SessionKeeper;
  /** Runs `work` alone among all tabs of this browser. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  timeoutMs?: number;
};

/** Sends instead of `fetch`. */
type Send = (url: string, init: RequestInit & { headers: Record<string, string> }) => Promise<Response>;

export type Client = {
  /** Makes a call and gives its `data`. Rejects with `CallError`. */
  call: <N extends RouteName>(name: N, input: CallInput<N>, signal?: AbortSignal) => Promise<Output<N>>;
  /** Posts a form with a file in it and gives the data of the answer, unread. Rejects with `CallError`. */
  upload: (path: string, form: FormData, send: Send) => Promise<unknown>;
  /** Fetches an image that only this member may see. Rejects with `CallError`. */
  image: (path: string, signal?: AbortSignal) => Promise<Blob>;
};

/** Ten megabytes over a slow connection take longer than any call. */
const uploadTimeoutMs = 3 * limits.requestTimeoutMs;

/**
 * Data of a successful answer as the contract types it. Client and server are built from the same contract and
 * shipped together, so the shape is not checked again here: the schemas would double what a phone has to load.
 */
const trusted = <N extends RouteName>(_name: N, data: unknown): data is Output<N> => data !== null;

const queryOf = (input: object): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/**
 * The protocol of the API without a framework: headers, timeout, envelope, and one token refresh for however many
 * calls were refused because the token had run out.
 */
export const createClient = (options: ClientOptions): Client => {
  const { session, timeoutMs = limits.requestTimeoutMs } = options;

  /** Makes a request and reads its answer, all of it within the time given. */
  const request = async <T>(
    path: string,
    init: Pick<RequestInit, 'method' | 'body'> & {
      headers?: Record<string, string>;
      token: string | undefined;
      giveUp?: AbortSignal | undefined;
      inMs?: number;
      send?: Send;
    },
    read: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const { token, giveUp: signal, inMs = timeoutMs, send: sendIt = options.fetch, headers, ...rest } = init;
    const abort = new AbortController();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      abort.abort();
    }, inMs);
    const giveUp = () => abort.abort();
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    try {
      const response = await sendIt(`${options.origin}${path}`, {
        ...rest,
        headers: { 'accept-language': options.language(), 'ba-user-token': token ?? '', ...headers },
        signal: abort.signal,
      });
      return await read(response);
    } catch (error) {
      if (error instanceof CallError) throw error;
      if (late) throw networkError('timeout', error);
      throw networkError(signal?.aborted ? 'aborted' : 'connection', error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  };

  const envelope = async (response: Response): Promise<Answer> =>
    readAnswer(await response.text(), response.ok);

  const send = (name: RouteName, input: object, token: string | undefined, giveUp?: AbortSignal) => {
    const [method, path] = paths[name];
    const isPost = method === 'POST';
    return request(
      `${path}${isPost ? '' : queryOf(input)}`,
      {
        method,
        token,
        giveUp,
        ...(isPost && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }),
      },
      envelope,
    );
  };

  const refresh = createRefresh({
    session,
    exclusively: options.exclusively,
    exchange: (refreshToken) => send('refreshToken', { refreshToken }, undefined),
  });

  /** Sends with the token of the session, once more after a refresh, and gives the data of the answer. */
  const withSession = async (attempt: (token: string | undefined) => Promise<Answer>): Promise<unknown> => {
    let token = session.read()?.token;
    let answer = await attempt(token);
    if (answer.code === codes.tokenExpired) {
      token = await refresh(token);
      answer = await attempt(token);
    }
    if (!('error' in answer)) return answer.data;
    // A token refused again right after its refresh is worth nothing either; one replaced meanwhile stays.
    const over = answer.code === codes.signInAgain || answer.code === codes.tokenExpired;
    if (over && session.read()?.token === token) session.clear();
    throw answer.error;
  };

  return {
    call: async (name, input, signal) => {
      const data = await withSession((token) => send(name, input, token, signal));
      if (trusted(name, data)) return data;
      throw networkError('badAnswer');
    },
    upload: (path, form, sendIt) =>
      withSession((token) =>
        request(path, { method: 'POST', body: form, token, inMs: uploadTimeoutMs, send: sendIt }, envelope),
      ),
    image: async (path, giveUp) => {
      const data = await withSession((token) =>
        request(path, { method: 'GET', token, giveUp }, async (response) =>
          response.ok && response.headers.get('content-type')?.startsWith('image/') === true
            ? { code: codes.success, message: '', data: await response.blob() }
            : envelope(response),
        ),
      );
      if (data instanceof Blob) return data;
      throw networkError('badAnswer');
    },
  };
};
