import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isAway, ReadOnlyNode, writesText } from './faults.ts';

/** An answer is used again for this long. */
const keepMs = 250;

export type Readiness = {
  /** Whether the database can write, within the time limit: no answer counts as no. */
  isReady: () => Promise<boolean>;
  /** Looks once. @throws when the database is away or cannot write; its pools are renewed then */
  look: () => Promise<void>;
};

/**
 * Checks whether the database can write. Simultaneous checks share one query.
 * @param pool a separate connection, so that no call delays the check
 * @param withinMs how long it waits for an answer
 */
export const createReadiness = ({
  pool,
  withinMs = 2_000,
}: {
  pool: pg.Pool;
  withinMs?: number;
}): Readiness => {
  const look = async (): Promise<void> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      const { rows } = await client.query<{ writes: boolean }>(writesText);
      if (rows[0]?.writes !== true) throw new ReadOnlyNode();
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(failure);
    }
  };

  let looking: Promise<boolean> | undefined;
  const begin = (): Promise<boolean> => {
    looking ??= look()
      .then(
        () => true,
        () => false,
      )
      .finally(() => setTimeout(() => (looking = undefined), keepMs).unref());
    return looking;
  };

  return {
    isReady: () => Promise.race([begin(), wait(withinMs, false, { ref: false })]),
    look,
  };
};

const lookAgainMs = 500;

/**
 * Waits for a database that is starting, failing over or not there yet.
 * @param look checks it once
 * @param waitMs how long it may take
 * @param onWait called once when the wait begins, with the reason
 * @throws the error of the last check; at once, when it does not mean that the database is away
 */
export const waitForDatabase = async (
  look: () => Promise<unknown>,
  waitMs: number,
  onWait: (error: unknown) => void,
): Promise<void> => {
  const endMs = performance.now() + waitMs;
  for (let attempt = 1; ; attempt++) {
    try {
      await look();
      return;
    } catch (error) {
      if (!isAway(error) || performance.now() >= endMs) throw error;
      if (attempt === 1) onWait(error);
      await wait(Math.min(lookAgainMs, endMs - performance.now()));
    }
  }
};
