import type pg from 'pg';

/** SQL: a line of the log for each row of `said`. */
const lines = (said: string): string => `
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
export const loadAudit = async (pool: pg.Pool, [, decider]: readonly [string, string]): Promise<void> => {
  for (const one of said) await pool.query(lines(one));
  await pool.query(
    lines(`select $1::uuid as operator, 'payment_refused' as action, 'recharge' as kind, recharge_id::text as subject, shard, member_id,
        jsonb_build_object('payment', id) as detail, seen_at as at
      from payment where state = 'refused'`),
    [decider],
  );
};
