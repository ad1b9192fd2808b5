import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** The name of the connections on which bets are written, as the database lists them. */
export const placingName = 'touchline placing';

/** The name of the connections on which bets are settled. */
export const settlementName = 'touchline settlement';

/** How often what is under way is looked at; it takes milliseconds. */
const lookMs = 5;

/**
 * Waits for what began before now and may not have seen the grades that count: bets whose transaction saw the markets open
 * and waits for a wallet, and chunks of other runs that have read an older grade. What begins later sees them, so that
 * afterwards every bet of the event is on the disk as the older grades have left it.
 * @param names connections that are waited for
 */
export const waitForQuiet = async (
  pool: pg.Pool,
  names: readonly string[] = [placingName, settlementName],
): Promise<void> => {
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (!row) throw new Error('clock_timestamp() returned no row');
  while (await isBusySince(pool, row.now, names)) await wait(lookMs);
};

const isBusySince = async (pool: pg.Pool, moment: Date, names: readonly string[]): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and state <> 'idle' and application_name = any ($1) and xact_start <= $2`,
    [names, moment],
  );
  return (rowCount ?? 0) > 0;
};
