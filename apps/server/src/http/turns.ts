import { Refused } from '../platform/refusal.ts';

/** Runs work as soon as few enough calls of the same owner are running. */
export type Turns = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/** When an owner with waiting calls may send another one. */
const comeBackMs = 1_000;

/**
 * Lets each member have a few calls running at once, so that nobody takes all connections of the database:
 * the others of the same member wait, in their order.
 * @param atOnce calls of one member that run
 * @param waitingMax calls of one member that wait; one more is refused as `too_many`
 */
export const createTurns = ({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns => {
  const owners = new Map<string, { running: number; waiting: (() => void)[] }>();

  const leave = (owner: string): void => {
    const own = owners.get(owner);
    const next = own?.waiting.shift();
    // The first in line takes over the place.
    if (next !== undefined) next();
    else if (own !== undefined && --own.running === 0) owners.delete(owner);
  };

  return async (owner, work) => {
    const own = owners.get(owner) ?? { running: 0, waiting: [] };
    owners.set(owner, own);
    if (own.running < atOnce) own.running += 1;
    else if (own.waiting.length < waitingMax) await new Promise<void>((resolve) => own.waiting.push(resolve));
    else throw new Refused('too_many', { until: new Date(Date.now() + comeBackMs).toISOString() });
    try {
      return await work();
    } finally {
      leave(owner);
    }
  };
};
