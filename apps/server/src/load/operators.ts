import type pg from 'pg';
import { newId } from '../platform/ids.ts';

/** Two operators, by their ids: what one proposed the other decided. */
export type LoadOperators = readonly [string, string];

/** Two cashiers who decided what is filled in. Nobody signs in as them: they are disabled, and their password is none. */
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
