const real = { date: Date, elapsedMs: performance.now.bind(performance) };

let aheadMs = 0;

/** What `Date` is while the process is ahead; dates made before stay instances of it. */
const movedDate = new Proxy(real.date, {
  construct: (date, args, made): Date =>
    Reflect.construct(date, args.length === 0 ? [date.now() + aheadMs] : args, made),
  get: (date, key): unknown => (key === 'now' ? () => date.now() + aheadMs : Reflect.get(date, key)),
});

/**
 * Moves the time that this process reads from `Date` and `performance.now()`. Timers that run are not due any sooner.
 * @param byMs milliseconds, below zero to take an earlier move back
 */
export const moveProcessTime = (byMs: number): void => {
  aheadMs += byMs;
  globalThis.Date = aheadMs === 0 ? real.date : movedDate;
  performance.now = aheadMs === 0 ? real.elapsedMs : () => real.elapsedMs() + aheadMs;
};
