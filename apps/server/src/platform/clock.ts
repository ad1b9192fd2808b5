/** Where time comes from. Services take one, so that tests can hold and turn it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is told otherwise. */
export const manualClock = (start: Date): Clock & { set(to: Date): void; advance(ms: number): void } => {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    set: (to) => {
      at = to.getTime();
    },
    advance: (ms) => {
      at += ms;
    },
  };
};
