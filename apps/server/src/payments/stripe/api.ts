import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../core/logging/log.ts';
import { RailAway } from '../providers/rail.ts';
import { encodeForm, type FormFields } from './form.ts';

/**
 * The version of the API this adapter was written against; answers keep its form with any version of the
 * account.
 */
const apiVersion = '2026-08-26.dahlia';

/** An answer is read up to this length. */
const bytesMax = 512 * 1024;

export type StripeApiOptions = {
  secretKey: string;
  baseUrl: string;
  log: Log;
  /** For one attempt, the whole answer included. */
  timeoutMs?: number;
  /** How often a call is tried at most. */
  attempts?: number;
  /** Before the second attempt; doubled before each later one. */
  pauseMs?: number;
};

/** A final answer of Stripe: the call was done, or refused for its content. */
export type StripeAnswer = { status: number; body: unknown };

export type StripeApi = {
  /** @throws RailAway when there was no answer after all attempts */
  post(path: string, fields: FormFields, idempotencyKey: string): Promise<StripeAnswer>;
  /** @throws RailAway likewise */
  get(path: string): Promise<StripeAnswer>;
};

type Attempt = { answer?: StripeAnswer; why: string; again: boolean; afterMs?: number };

/**
 * Calls the HTTPS API of Stripe. Passing failures (no answer, 409, 429, 5xx, or a hint by Stripe) are tried
 * again under the same key, by which Stripe acts once.
 */
export const createStripeApi = (options: StripeApiOptions): StripeApi => {
  const { secretKey, baseUrl, log, timeoutMs = 10_000, attempts = 3, pauseMs = 300 } = options;

  const attempt = async (path: string, init: RequestInit): Promise<Attempt> => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      // A redirect would carry the key to another host.
      const response = await fetch(new URL(path, baseUrl), { ...init, redirect: 'error', signal });
      const { status, headers } = response;
      const should = headers.get('stripe-should-retry');
      const again = should === null ? status === 409 || status === 429 || status >= 500 : should === 'true';
      const text = await readText(response);
      const why = `status ${status}`;
      if (again) return { why, again, ...pauseOf(headers.get('retry-after')) };
      const body = parse(text);
      if (body === undefined) return { why: 'unreadable', again: false };
      return { answer: { status, body }, why, again: false };
    } catch {
      return { why: signal.aborted ? 'timeout' : 'unreachable', again: true };
    }
  };

  const call = async (path: string, init: RequestInit): Promise<StripeAnswer> => {
    for (let n = 1; ; n++) {
      const { answer, why, again, afterMs = 0 } = await attempt(path, init);
      if (answer !== undefined) return answer;
      log.warn({ path, attempt: n, why }, 'stripe did not answer a call');
      if (!again || n >= attempts) throw new RailAway(why);
      await wait(Math.max(afterMs, pauseMs * 2 ** (n - 1) * (0.5 + Math.random() / 2)));
    }
  };

  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion };
  return {
    post: (path, fields, idempotencyKey) =>
      call(path, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': idempotencyKey,
        },
        body: encodeForm(fields),
      }),
    get: (path) => call(path, { headers }),
  };
};

/** A member waits for the answer: longer pauses are cut. */
const pauseMaxMs = 2_000;

const pauseOf = (retryAfter: string | null): { afterMs?: number } =>
  retryAfter !== null && /^\d{1,4}$/.test(retryAfter)
    ? { afterMs: Math.min(pauseMaxMs, Number(retryAfter) * 1_000) }
    : {};

const parse = (text: string): unknown => {
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    return undefined;
  }
};

const readText = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return '';
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};
