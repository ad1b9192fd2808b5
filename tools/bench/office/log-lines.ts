import type pg from 'pg';

const actions = ['member_opened', 'member_noted', 'sign_in', 'recharge_rejected', 'betting_stopped'];

/** Lines of the audit log over the days of the history, of every kind of length; the server seals them when it starts. */
export const writeLog = async (
  pool: pg.Pool,
  { lines, days, members }: { lines: number; days: number; members: number },
): Promise<void> => {
  await pool.query(
    `with written as (
       insert into office_audit (id, operator_id, action, subject_kind, subject_id, shard, member_id, detail, address, at)
       select uuidv7(t.at - now()), (select id from operator limit 1), ($3::text[])[1 + n % cardinality($3::text[])], 'member', m.id::text, m.shard, m.id,
         jsonb_build_object('reason', 'ticket ' || n || ' was asked for by the member', 'before', n % 7, 'after', n % 11),
         '192.0.2.' || n % 251, t.at
       from generate_series(1, $1::int) n
       cross join lateral (select now() - interval '1 minute' - (($1 - n)::float8 / $1) * $2 * interval '1 day' as at) t
       join (select id, shard, row_number() over (order by id) as nth from member) m on m.nth = 1 + n % $4::int
       returning id
     )
     insert into office_audit_waiting (line) select id from written`,
    [lines, days, actions, members],
  );
  await pool.query('vacuum analyze office_audit');
};
