import { minuteMs } from '@touchline/contract/durations';

/** When to call again. */
export type Pace = { failures: number; notBefore: number };

export const freshPace: Pace = { failures: 0, notBefore: 0 };

const LONGEST_PAUSE_MS = minuteMs;
/** The meaning of a call for the next one: it succeeded, it failed, or the service has set a limit. */
export type CallOutcome =
  | { is: 'well'; minuteLeft?: number | undefined; dayLeft?: number | undefined }
  | { is: 'failed'; retryAfterMs?: number | undefined }
  | { is: 'limited'; until: 'minute' | 'day'; retryAfterMs?: number | undefined };

/**
 * The pause before the next call. After failures it doubles from `baseMs` up to a minute and is cut at random, so
 * that many clients do not come back together; a pause the service asks for is kept in full.
 * @param random 0 … 1
 */
export const paceAfter = (
  pace: Pace,
  outcome: CallOutcome,
  of: { now: Date; baseMs: number; random: number },
): Pace => {
  const now = of.now.getTime();
  if (outcome.is === 'well') {
    if (outcome.dayLeft === 0) return { failures: 0, notBefore: nextDay(of.now) };
    return { failures: 0, notBefore: outcome.minuteLeft === 0 ? now + minuteMs : now };
  }
  const failures = pace.failures + 1;
  if (outcome.is === 'limited') {
    const wanted = outcome.until === 'day' ? nextDay(of.now) - now : minuteMs;
    return { failures, notBefore: now + (outcome.retryAfterMs ?? wanted) };
  }
  const longest = Math.min(LONGEST_PAUSE_MS, of.baseMs * 2 ** (failures - 1));
  // At least half of it, since a pause near zero would be none.
  const pauseMs = longest * (0.5 + of.random / 2);
  return { failures, notBefore: now + Math.max(pauseMs, outcome.retryAfterMs ?? 0) };
};

/** Midnight UTC, when the allowance of a day restarts. */
const nextDay = (now: Date): number =>
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
