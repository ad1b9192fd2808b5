import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * A transaction asked its pool for another connection in the same call. Enough of these at once stop every
 * call.
 */
export class SecondConnection extends Error {
  constructor(pool: string) {
    super(`A transaction asks the pool "${pool}" for another connection: pass its client instead`);
  }
}

/** What happens when a transaction asks for another connection: it fails, or the log says so once for each pool. */
export type TransactionGuard = 'throw' | 'log';

type Held = { open: boolean };

/** The transaction that the current call has open. One for the process, because a call crosses all pools. */
const held = new AsyncLocalStorage<Held>();

/**
 * Runs `work` as the inside of a transaction. Promises that `work` leaves running count as inside until the
 * transaction ends.
 */
export const insideTransaction = async <T>(work: () => Promise<T>): Promise<T> => {
  const own: Held = { open: true };
  try {
    return await held.run(own, work);
  } finally {
    own.open = false;
  }
};

/** Whether the current call has a transaction open. */
export const isInsideTransaction = (): boolean => held.getStore()?.open === true;

/** Runs `work` outside of the caller's transaction: for work that the caller starts and does not wait for. */
export const outsideTransaction = <T>(work: () => T): T => held.exit(work);
