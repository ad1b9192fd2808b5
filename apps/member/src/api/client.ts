import type { RouteName } from '@touchline/contract/paths';
import type { Input, Output } from '@touchline/contract/routes';
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

export type Client = {
  /** Makes a call and gives its `data`. Rejects with `CallError`. */
  call: <N extends RouteName>(name: N, input: Input<N>, signal?: AbortSignal) => Promise<Output<N>>;
};

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

  const send = async (
    name: RouteName,
    input: object,
    token: string | undefined,
    signal?: AbortSignal,
  ): Promise<Answer> => {
    const [method, path] = paths[name];
    const abort = new AbortController();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      abort.abort();
    }, timeoutMs);
    const giveUp = () => abort.abort();
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    const headers: Record<string, string> = {
      'accept-language': options.language(),
      'ba-user-token': token ?? '',
    };
    if (method === 'POST') headers['content-type'] = 'application/json';
    try {
      const response = await options.fetch(
        `${options.origin}${path}${method === 'POST' ? '' : queryOf(input)}`,
        {
          method,
          headers,
          signal: abort.signal,
          ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
        },
      );
      return readAnswer(await response.text());
    } catch (error) {
      if (error instanceof CallError) throw error;
      if (late) throw networkError('timeout', error);
      throw networkError(signal?.aborted ? 'aborted' : 'connection', error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  };

  const refresh = createRefresh({
    session,
    exclusively: options.exclusively,
    exchange: (refreshToken) => send('refreshToken', { refreshToken }, undefined),
  });

  return {
    call: async (name, input, signal) => {
      let token = session.read()?.token;
      let answer = await send(name, input, token, signal);
      if (answer.code === codes.tokenExpired) {
        token = await refresh(token);
        answer = await send(name, input, token, signal);
      }
      if (!('error' in answer)) {
        if (trusted(name, answer.data)) return answer.data;
        throw networkError('badAnswer');
      }
      // A token refused again right after its refresh is worth nothing either; one replaced meanwhile stays.
      const over = answer.code === codes.signInAgain || answer.code === codes.tokenExpired;
      if (over && session.read()?.token === token) session.clear();
      throw answer.error;
    },
  };
};
