/** Where time comes from. Services take one, so that tests can set it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that only its holder moves. */
export type ManualClock = Clock & { set(to: Date): void; advance(ms: number): void };

/** A clock that stays where it is set. */
export const manualClock = (start: Date): ManualClock => {
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
