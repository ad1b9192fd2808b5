import { verify } from '@touchline/server/tools/verify';
import type pg from 'pg';

/**
 * @param what is counted
 * @param text of a statement that counts it as `n`
 * @throws Error when there is any
 */
export const assertNone = async (
  on: pg.Pool,
  what: string,
  text: string,
  values: unknown[] = [],
): Promise<void> => {
  const { rows } = await on.query<{ n: bigint }>(text, values);
  if (rows[0]?.n !== 0n) throw new Error(`${what}: ${rows[0]?.n}`);
};

/** Recomputes the whole ledger. @throws Error with the first difference */
export const assertLedger = async (on: pg.Pool, name: string): Promise<void> => {
  const { differences } = await verify.ledger(on);
  if (differences.length > 0)
    throw new Error(`${name}: ${differences.length} differences, the first: ${differences[0]}`);
};
