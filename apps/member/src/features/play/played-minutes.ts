/** Whole minutes from the beginning of a session to `nowMs` (milliseconds since 1970); never less than none. */
export const playedMinutes = (since: string, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(since)) / 60_000)) || 0;

/** A timer cannot wait longer than this; what is due later is looked at again. */
const longestWaitMs = 2 ** 31 - 1;

/** Milliseconds until a reality check is due; undefined where none is. */
export const waitUntil = (dueAt: string | undefined, nowMs: number): number | undefined => {
  const at = Date.parse(dueAt ?? '');
  return Number.isNaN(at) ? undefined : Math.min(longestWaitMs, Math.max(0, at - nowMs));
};
