import type pg from 'pg';
import { newId } from '../../core/ids.ts';
import type { LoadSize } from './size.ts';
import { share, spread } from './spread.ts';

/** Two operators, by their ids: one proposes, the other decides. */
export type LoadOperators = readonly [string, string];

/**
 * The two cashiers of the filled decisions. They cannot sign in: they are disabled, without a valid
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

const correctionsMost = 600;

/**
 * Corrections of balances, with the moves of applied ones in `load_move`. A debit is less than the member
 * keeps of the grant in any case.
 */
export const loadCorrections = async (
  pool: pg.Pool,
  { members, days }: LoadSize,
  [proposer, decider]: LoadOperators,
): Promise<void> => {
  const { count, step } = spread(members, correctionsMost);
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

/** SQL: a line of the log for each row of `said`. */
const auditLines = (said: string): string => `
  with made as materialized (
    select uuidv7(said.at - now()) as id, said.* from (${said}) said
  ), written as (
    insert into office_audit (id, operator_id, action, subject_kind, subject_id, shard, member_id, detail, address, at)
    select id, operator, action, kind, subject, shard, member_id, detail, '192.0.2.1', at from made
  )
  insert into office_audit_waiting (line) select id from made`;

/** Columns of a line: operator, action, subject, member and details. */
const said: readonly string[] = [
  `select null::uuid as operator, 'operator_added' as action, 'operator' as kind, id::text as subject, null::smallint as shard,
     null::uuid as member_id, jsonb_build_object('after', jsonb_build_object('account', account, 'roles', roles)) as detail, created_at as at
   from operator`,
  `select null::uuid as operator, 'operator_changed' as action, 'operator' as kind, id::text as subject, null::smallint as shard,
     null::uuid as member_id, '{"before": {"disabled": false}, "after": {"disabled": true}}'::jsonb as detail, disabled_at as at
   from operator where disabled_at is not null`,
  `select operator_id as operator, 'withdrawal_approved' as action, 'withdrawal' as kind, withdrawal_id::text as subject, shard, member_id,
     '{}'::jsonb as detail, at
   from withdrawal_approval`,
  `select proposed_by as operator, 'adjustment_proposed' as action, 'adjustment' as kind, id::text as subject,
     (body ->> 'shard')::smallint as shard, subject_id as member_id,
     jsonb_build_object('amount', ((body ->> 'amountMinor')::bigint * 0.01)::numeric(20, 2)::text, 'reason', reason) as detail, proposed_at as at
   from proposal where kind = 'adjustment'`,
  `select decided_by as operator, 'adjustment_' || state as action, 'adjustment' as kind, id::text as subject,
     (body ->> 'shard')::smallint as shard, subject_id as member_id,
     jsonb_build_object('amount', ((body ->> 'amountMinor')::bigint * 0.01)::numeric(20, 2)::text, 'note', note) as detail, decided_at as at
   from proposal where kind = 'adjustment' and state <> 'proposed'`,
  `select decided_by as operator, 'identity_' || state as action, 'identity' as kind, id::text as subject, shard, member_id,
     '{}'::jsonb as detail, decided_at as at
   from identity_request where state <> 'in_review'`,
];

/** Lines of the audit log for all decisions of the two cashiers; the server seals them. */
export const loadAudit = async (pool: pg.Pool, [, decider]: LoadOperators): Promise<void> => {
  for (const one of said) await pool.query(auditLines(one));
  await pool.query(
    auditLines(`select $1::uuid as operator, 'payment_refused' as action, 'recharge' as kind, recharge_id::text as subject, shard, member_id,
        jsonb_build_object('payment', id) as detail, seen_at as at
      from payment where state = 'refused'`),
    [decider],
  );
};
