import type pg from 'pg';
import { newId } from '../platform/ids.ts';

/** Two operators, by their ids: one proposes, the other decides. */
export type LoadOperators = readonly [string, string];

/**
 * The two cashiers of the filled decisions. Nobody signs in as them: they are disabled, without a valid
 * password.
 */
export const loadOperators = async (pool: pg.Pool): Promise<LoadOperators> => {
  const ids = [newId(), newId()] as const;
  await pool.query(
    `insert into operator (id, account, account_folded, password_hash, roles, created_at, disabled_at)
     select id, 'load-cashier-' || nth, 'load-cashier-' || nth, 'none', '{cashier}', now(), now()
     from unnest($1::uuid[]) with ordinality as t(id, nth)`,
    [ids],
  );
  return ids;
};
