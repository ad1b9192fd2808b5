import type pg from 'pg';
import type { LoadOperators } from './operators.ts';
import type { LoadSize } from './size.ts';
import { share, spread } from './spread.ts';
import { loadUploads } from './uploads.ts';

/** Names in review. */
const waitingMost = 200;
const first = `array['Anna', 'Ben', 'Chiara', 'David', 'Elif', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Kim']`;
const last = `array['Almeida', 'Brandt', 'Castro', 'Dubois', 'Eriksen', 'Fischer', 'Garcia', 'Haddad', 'Ito', 'Jansen', 'Kaya',
  'Lopez', 'Moreau']`;

/**
 * Submitted names with a document: that of every third member is verified, some are rejected, and some are in
 * review.
 */
export const loadNames = async (
  pool: pg.Pool,
  { members, days }: LoadSize,
  [operator]: LoadOperators,
): Promise<void> => {
  const { count, step } = spread(Math.floor(members / 3), waitingMost);
  await pool.query(
    `insert into identity_request (shard, member_id, id, real_name, birth_date, document, state, reason, submitted_at, decided_by,
       decided_at)
     select m.shard, m.member_id, uuidv7(t.at - now()), (${first})[1 + m.n % 11] || ' ' || (${last})[1 + m.n / 11 % 13],
       '1990-01-01', uuidv7(t.at - interval '1 minute' - now()), s.state, case s.state when 'refused' then 'name_differs' end, t.at,
       case when s.state <> 'in_review' then $1::uuid end,
       case when s.state <> 'in_review' then t.at + interval '3 hours' end
     from load_member m
     cross join lateral (select case when m.n % 3 = 0 then 'verified' when m.n % 33 = 2 then 'refused'
       when m.n % 3 = 1 and m.n / 3 % ${step} = 0 and m.n / 3 / ${step} < ${count} then 'in_review' end as state) s
     cross join lateral (select case when s.state = 'in_review' then now() - interval '2 days' * ${share('m.n')}
       else now() - $2::int * interval '1 day' - interval '2 days' * (0.2 + 0.5 * ${share('m.n')}) end as at) t
     where s.state is not null`,
    [operator, days],
  );
  await pool.query(
    `update member m set real_name = r.real_name, verified_at = r.decided_at
     from identity_request r where r.member_id = m.id and r.state = 'verified'`,
  );
  await loadUploads(
    pool,
    'identity',
    'select shard, member_id, document as id, id as used_for, submitted_at as at from identity_request',
  );
};
