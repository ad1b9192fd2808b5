import type pg from 'pg';
import { loadBets } from './bets.ts';
import { loadMatches } from './matches.ts';
import { loadMembers } from './members.ts';
import type { LoadSize } from './size.ts';

/** What a filled database has. */
export type Filled = { members: number; bets: number; over: number; coming: number };

/**
 * Fills an empty, migrated database for load work: members in teams, matches over and to come, bets settled and open, with a
 * ledger that `npm run verify` finds right. It writes the tables of several rooms directly, set by set, as nothing else may.
 * @param passwordHash of the password that all members share
 * @throws when there are members already
 */
export const fill = async (
  pool: pg.Pool,
  size: LoadSize,
  { passwordHash, say }: { passwordHash: string; say: (text: string) => void },
): Promise<Filled> => {
  const { rowCount } = await pool.query('select from member limit 1');
  if (rowCount !== 0) throw new Error('There are members in this database: load work needs one of its own');
  const { over, coming } = await loadMatches(pool, size);
  say(`${over} matches that are over, ${coming} to come`);
  await loadMembers(pool, { ...size, passwordHash });
  say(`${size.members} members`);
  const bets = await loadBets(pool, size, { over, coming });
  say(`${bets} bets`);
  await pool.query('drop table load_member, load_match, load_price');
  await pool.query('vacuum analyze');
  return { members: size.members, bets, over, coming };
};
