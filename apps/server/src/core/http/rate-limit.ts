/** Counts calls; returns when the caller may come back, or undefined while it is within its limit. */
export type RateLimit = (key: string, nowMs: number, calls?: number) => number | undefined;

const windowMs = 60_000;

/** Callers counted in one window at most; beyond it the oldest half is forgotten. */
const keysMax = 100_000;

/**
 * A limit of calls per minute and caller, in fixed windows of each caller. It is one look-up in a map and no
 * promise, because every call passes it; each server process counts for itself.
 */
export const createRateLimit = (perMinute: number | (() => number)): RateLimit => {
  const most = typeof perMinute === 'number' ? () => perMinute : perMinute;
  // Two generations: the older one is dropped whole, so that forgetting costs nothing per call.
  let young = new Map<string, { count: number; endsMs: number }>();
  let old = new Map<string, { count: number; endsMs: number }>();
  let turnsMs = 0;
  return (key, nowMs, calls = 1) => {
    if (nowMs >= turnsMs || young.size >= keysMax) {
      // The older generation holds windows that began at least a window ago.
      old = young;
      young = new Map();
      turnsMs = nowMs + windowMs;
    }
    let seen = young.get(key);
    if (seen === undefined) {
      seen = old.get(key) ?? { count: 0, endsMs: nowMs + windowMs };
      young.set(key, seen);
    }
    if (nowMs >= seen.endsMs) {
      seen.count = 0;
      seen.endsMs = nowMs + windowMs;
    }
    seen.count += calls;
    return seen.count > most() ? seen.endsMs : undefined;
  };
};
