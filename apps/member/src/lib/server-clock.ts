/** Smaller differences are ignored, milliseconds: the header `Date` has whole seconds, and the answer takes time. */
const agreesMs = 5_000;

let aheadMs = 0;

/**
 * Compares this device's clock with the server's, by the header of an answer.
 * @param date the `Date` of the answer, if it can be read
 * @param receivedMs when it came, by this device
 */
export const noteServerTime = (date: string | null, receivedMs: number): void => {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return;
  const differenceMs = serverMs - receivedMs;
  aheadMs = Math.abs(differenceMs) < agreesMs ? 0 : differenceMs;
};

/** A time of this device's clock by the server's clock, milliseconds since 1970. */
export const byServer = (deviceMs: number): number => deviceMs + aheadMs;

/** The time by the server's clock, which decides what is over: that of a phone may be hours off. */
export const serverNow = (): number => byServer(Date.now());
