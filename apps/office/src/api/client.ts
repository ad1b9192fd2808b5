import { limits } from '@touchline/contract/limits';
import { auditExportPath, officeFilePath, paths, type RouteName } from '@touchline/contract/paths';
import type { CallInput, Output } from '@touchline/contract/routes';
import { CallError, dataOf } from './errors.ts';

export type ClientOptions = {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  language: () => string;
  token: () => string | undefined;
  /** Told when the server knows the token no longer, with that token. */
  onSignedOut: (token: string | undefined) => void;
  timeoutMs?: number;
};

/** Query string of an input; fields without a value are left out. */
const queryOf = (input: object): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

/** Data as the contract types it: both sides are built from one contract and shipped together. */
const trusted = <N extends RouteName>(_name: N, data: unknown): data is Output<N> => data !== null;

/**
 * The calls of the office, made to the page's own origin. Failures reject with `CallError`. A changing call is sent
 * once and never again by itself.
 */
export const createClient = ({ timeoutMs = limits.requestTimeoutMs, ...options }: ClientOptions) => {
  const request = async <T>(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
    read: (response: Response) => Promise<T>,
    giveUp?: AbortSignal,
  ): Promise<T> => {
    const token = options.token();
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const response = await options.fetch(path, {
        ...init,
        headers: {
          'accept-language': options.language(),
          ...(token === undefined ? {} : { 'ba-office-token': token }),
          ...init.headers,
        },
        signal: giveUp === undefined ? late : AbortSignal.any([late, giveUp]),
      });
      return await read(response);
    } catch (error) {
      if (error instanceof CallError) {
        if (error.reason === 'sign_in') options.onSignedOut(token);
        throw error;
      }
      if (giveUp?.aborted === true) throw new CallError('aborted', { cause: error });
      throw new CallError(late.aborted ? 'timeout' : 'connection', { cause: error });
    }
  };
  const answer = async (response: Response): Promise<unknown> => dataOf(await response.text(), response.ok);

  return {
    call: async <N extends RouteName>(
      name: N,
      input: CallInput<N>,
      giveUp?: AbortSignal,
    ): Promise<Output<N>> => {
      const [method, path] = paths[name];
      const isPost = method === 'POST';
      const data = await request(
        `${path}${isPost ? '' : queryOf(input)}`,
        isPost
          ? { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
          : { method },
        answer,
        giveUp,
      );
      if (trusted(name, data)) return data;
      throw new CallError('badAnswer');
    },

    /** An image that a member sent for review. */
    image: (of: { member: string; id: string }, giveUp?: AbortSignal): Promise<Blob> =>
      request(
        `${officeFilePath}${queryOf(of)}`,
        { method: 'GET' },
        async (response) => {
          if (response.ok && response.headers.get('content-type')?.startsWith('image/') === true) {
            return response.blob();
          }
          await answer(response);
          throw new CallError('badAnswer');
        },
        giveUp,
      ),

    /** The lines of the audit log that filters leave, as a table in a file. */
    auditFile: (filter: CallInput<'officeAuditList'>, giveUp?: AbortSignal): Promise<Blob> =>
      request(
        `${auditExportPath}${queryOf(filter)}`,
        { method: 'GET' },
        async (response) => {
          if (response.ok && response.headers.get('content-type')?.startsWith('text/csv') === true) {
            return response.blob();
          }
          await answer(response);
          throw new CallError('badAnswer');
        },
        giveUp,
      ),
  };
};
