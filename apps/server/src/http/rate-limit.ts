/** Counts calls; tells when the caller may come back, or undefined while it is within its limit. */
export type RateLimit = (key: string, nowMs: number) => number | undefined;

const windowMs = 60_000;

/** Callers counted in one window at most; beyond it the oldest half is forgotten. */
const keysMax = 100_000;

/**
 * A limit of calls per minute and caller, in fixed windows of each caller's own. It is one look-up in a map and no
 * promise, because it stands before every call; the limit holds for each server process by itself.
 */
export const createRateLimit = (perMinute: number): RateLimit => {
  // Two generations: the older one is dropped whole, so that forgetting costs nothing per call.
  let young = new Map<string, { count: number; endsMs: number }>();
  let old = new Map<string, { count: number; endsMs: number }>();
  let turnsMs = 0;
  return (key, nowMs) => {
    if (nowMs >= turnsMs || young.size >= keysMax) {
      // What the older generation holds began at least a window ago.
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
    seen.count += 1;
    return seen.count > perMinute ? seen.endsMs : undefined;
  };
};

/** The caller an address stands for: the whole /64 of an IPv6 address, since one subscriber holds all of it. */
export const addressKey = (address: string): string => {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};
