import type pg from 'pg';
import type { LoadOperators } from './operators.ts';
import type { LoadSize } from './size.ts';
import { share, spread } from './spread.ts';

const most = 600;

/**
 * Corrections of balances, with the moves of applied ones in `load_move`. A debit is less than the member
 * keeps of the grant in any case.
 */
export const loadCorrections = async (
  pool: pg.Pool,
  { members, days }: LoadSize,
  [proposer, decider]: LoadOperators,
): Promise<void> => {
  const { count, step } = spread(members, most);
  await pool.query(
    `insert into proposal (kind, subject_id, id, body, reason, state, key, proposed_by, proposed_at, decided_by, decided_at, note)
     select 'adjustment', m.member_id, uuidv7(t.at - now()), jsonb_build_object('shard', m.shard, 'amountMinor',
         (case when i.nth % 3 = 0 then -1 else 1 end * (100 + i.nth * 7 % 1900))::text),
       'Goodwill after an outage', s.state, 'load-correction-' || m.n, $1, t.at,
       case s.state when 'proposed' then null when 'withdrawn' then $1::uuid else $2::uuid end,
       case when s.state <> 'proposed' then t.at + interval '1 hour' end,
       case s.state when 'refused' then 'There was no outage' end
     from load_member m
     cross join lateral (select m.n / ${step} as nth) i
     cross join lateral (select (array['applied', 'applied', 'refused', 'applied', 'applied', 'refused', 'withdrawn', 'proposed'])
       [1 + i.nth % 8] as state) s
     cross join lateral (select now() - interval '2 hours' - $3::int * interval '0.9 days' * ${share('m.n')} as at) t
     where m.n % ${step} = 0 and i.nth < ${count}`,
    [proposer, decider, days],
  );
  // Without balances, as those from before they were kept.
  await pool.query(
    `insert into adjustment (shard, member_id, id, amount)
     select (body ->> 'shard')::smallint, subject_id, id, (body ->> 'amountMinor')::bigint
     from proposal where kind = 'adjustment' and state = 'applied'`,
  );
  await pool.query(
    `insert into load_move
     select m.n, a.shard, a.member_id, 'adjustment:' || a.id, 'adjustment', a.amount, 0, 'promotions', a.id, p.decided_at
     from adjustment a join proposal p on p.id = a.id join load_member m on m.member_id = a.member_id`,
  );
};
