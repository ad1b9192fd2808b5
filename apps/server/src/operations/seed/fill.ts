import type pg from 'pg';
import { addMissingRowFacts } from '../../core/public-log/facts.ts';
import { loadAddresses, loadMembers, loadNames } from './members.ts';
import { loadAudit, loadCorrections, loadOperators } from './operators.ts';
import { loadBets } from './bets.ts';
import { createMoves, indexMoves } from './ledger.ts';
import { loadMatches } from './matches.ts';
import { loadMessages } from './messages.ts';
import { loadRecharges } from './recharges.ts';
import type { LoadSize } from './size.ts';
import { loadWithdrawals } from './withdrawals.ts';

/** The content of a filled database. */
export type Filled = { members: number; bets: number; over: number; coming: number };

/**
 * Fills an empty, migrated database for load work: members in teams, their recharges, withdrawals and names,
 * matches over and upcoming, bets settled and open, with a ledger that `npm run verify` accepts. It alone
 * writes the tables of several modules directly, set by set.
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
  await loadMoney(pool, size);
  say('recharges, withdrawals, names, corrections, messages');
  const bets = await loadBets(pool, size, { over, coming });
  say(`${bets} bets`);
  await pool.query('drop table load_member, load_match, load_price, load_move');
  await pool.query('vacuum analyze');
  return { members: size.members, bets, over, coming };
};

/** Recharges and withdrawals with their records; `load_move` then has every move of wallets. */
const loadMoney = async (pool: pg.Pool, size: LoadSize): Promise<void> => {
  await createMoves(pool);
  await pool.query('analyze load_member');
  await loadAddresses(pool, size);
  const operators = await loadOperators(pool);
  await loadNames(pool, size, operators);
  await loadRecharges(pool, size);
  await pool.query('analyze load_recharge, load_address');
  await loadWithdrawals(pool, size, operators);
  await loadCorrections(pool, size, operators);
  await pool.query('analyze payment, recharge');
  await addMissingRowFacts(pool);
  await loadAudit(pool, operators);
  await loadMessages(pool, size);
  await pool.query('drop table load_address, load_recharge');
  await indexMoves(pool);
};
