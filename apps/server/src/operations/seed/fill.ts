import type pg from 'pg';
import { addMissingRowFacts } from '../../core/public-log/facts.ts';
import { loadAddresses, loadMembers, loadNames } from './members.ts';
import { loadAudit, loadCorrections, loadOperators } from './operators.ts';
import { loadBets } from './bets.ts';
import { createMoves, indexMoves } from './ledger.ts';
import { loadMatches } from './matches.ts';
import { loadRecharges } from './recharges.ts';
import type { LoadSize } from './size.ts';
import { share } from './spread.ts';
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

/** Minor units in the form of a letter. */
const text = (amount: string): string => `trim(to_char(${amount} / 100.0, '999999990.00'))`;

/** Messages to members: a mail with a code each, and letters about credits and payments. */
const loadMessages = async (pool: pg.Pool, { days }: LoadSize): Promise<void> => {
  // Messages are kept for thirty days. The codes of sent ones are removed.
  await pool.query(
    `insert into outbox_message (id, channel, recipient, template, lan, fields, state, tries, next_at, useless_at, error, at, sent_at)
     select uuidv7(t.at - now()), 'email', a.email, 'code', 'en', '{"purpose": "register"}', s.state, case s.state when 'sent' then 1 else 8 end,
       t.at, t.at + interval '10 minutes', case s.state when 'failed' then 'refused' end, t.at,
       case s.state when 'sent' then t.at + interval '2 seconds' end
     from load_member m
     join member a on a.id = m.member_id
     cross join lateral (select case when m.n % 50 = 7 then 'failed' else 'sent' end as state) s
     cross join lateral (select now() - interval '1 hour' - least($1::int, 25) * interval '1 day' * ${share('m.n')} as at) t`,
    [days],
  );
  await pool.query(
    `insert into letter (shard, member_id, id, template, fields, link, about, at, read_at)
     select l.shard, l.member_id, uuidv7(l.at - now()), l.template, l.fields, l.link, l.about, l.at,
       case when l.at < now() - $1::int * interval '0.2 days' then l.at + interval '5 minutes' end
     from (
       select shard, member_id, 'welcome' as template, '{}'::jsonb as fields, null as link, 'welcome' as about,
         now() - ($1::int + 3) * interval '1 day' as at
       from load_member
       union all
       select p.shard, p.member_id, 'recharge_credited',
         jsonb_build_object('amount', ${text('p.credited')}, 'reference', r.reference),
         '/pages/recharge/rechargeinfo?id=' || r.id, p.id::text, p.credited_at
       from payment p join recharge r on r.shard = p.shard and r.member_id = p.member_id and r.id = p.recharge_id
       where p.state = 'credited'
       union all
       select shard, member_id, 'withdrawal_paid', jsonb_build_object('amount', ${text('receive')}, 'reference', reference),
         '/pages/information/withdraw', id::text, paid_at
       from withdrawal where paid_at is not null
     ) l`,
    [days],
  );
};
