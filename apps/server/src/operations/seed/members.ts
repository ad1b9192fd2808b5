import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { showAddress, toHex } from '../../payments/index.ts';
import { newInvitationCode } from '../../accounts/index.ts';
import { newId, shardOf } from '../../core/ids.ts';
import type { LoadOperators } from './operators.ts';
import type { LoadSize } from './size.ts';
import { share, spread } from './spread.ts';
import { loadUploads } from './uploads.ts';

/** Rows of one statement. */
const atOnce = 20_000;
/** The member who has invited a twentieth of all. */
const bigLeader = 0;
/**
 * SQL: the number of a member's inviter, or null. Each has invited two others, as long as there are any; of
 * the third without such an inviter most came alone.
 */
const inviterOf = (n: string): string =>
  `case when ${n} % 3 <> 0 then (${n} - 1) / 3 when ${n} % 60 in (15, 30, 45) then ${bigLeader} end`;

/**
 * Members load0000000, load0000001 … who can sign in, in trees of teams of which one is big, and the table `load_member` of them by number.
 * @param passwordHash of the one password they share
 */
export const loadMembers = async (
  pool: pg.Pool,
  { members, days, passwordHash }: { members: number; days: number; passwordHash: string },
): Promise<void> => {
  await pool.query(
    'create unlogged table load_member (n bigint primary key, shard smallint, member_id uuid, code text)',
  );
  const codes = new Set<string>();
  while (codes.size < members) codes.add(newInvitationCode());
  const all = [...codes];
  for (let from = 0; from < members; from += atOnce) {
    const some = all.slice(from, from + atOnce);
    const ids = some.map(newId);
    await pool.query(
      `insert into load_member select $4::bigint + nth - 1, shard, member_id, code
       from unnest($1::smallint[], $2::uuid[], $3::text[]) with ordinality as t(shard, member_id, code, nth)`,
      [ids.map(shardOf), ids, some, from],
    );
    await pool.query(
      `insert into member (id, shard, account, account_folded, email, email_folded, password_hash, birth_date, language,
         invitation_code, inviter_id, registered_at)
       select m.member_id, m.shard, a.account, a.account, a.account || '@example.com', a.account || '@example.com', $3,
         '1990-01-01', 'en', m.code, i.member_id, now() - ($4::int + 3) * interval '1 day' + (m.n % 86400) * interval '1 second'
       from load_member m
       cross join lateral (select 'load' || lpad(m.n::text, 7, '0') as account) a
       left join load_member i on i.n = ${inviterOf('m.n')}
       where m.n >= $1 and m.n < $2`,
      [from, from + atOnce, passwordHash, days],
    );
  }
  await pool.query(
    `with recursive line as (
       select n, 1 as generation, ${inviterOf('n')} as leader from load_member where ${inviterOf('n')} is not null
       union all
       select n, generation + 1, ${inviterOf('leader')} from line where generation < 3 and ${inviterOf('leader')} is not null
     )
     insert into team_tree (shard, member_id, generation, leader_shard, leader_id)
     select m.shard, m.member_id, l.generation, a.shard, a.member_id
     from line l join load_member m on m.n = l.n join load_member a on a.n = l.leader`,
  );
};

/** Names in review. */
const waitingMost = 200;
const firstNames = `array['Anna', 'Ben', 'Chiara', 'David', 'Elif', 'Farid', 'Grace', 'Hugo', 'Ines', 'Jonas', 'Kim']`;
const lastNames = `array['Almeida', 'Brandt', 'Castro', 'Dubois', 'Eriksen', 'Fischer', 'Garcia', 'Haddad', 'Ito', 'Jansen', 'Kaya',
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
     select m.shard, m.member_id, uuidv7(t.at - now()), (${firstNames})[1 + m.n % 11] || ' ' || (${lastNames})[1 + m.n / 11 % 13],
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

/**
 * An address for every member with recharges or withdrawals in USDT, in the table `load_address`: on TRON for
 * even numbers, on Ethereum for odd ones. SQL cannot compute their checksums.
 */
export const loadAddresses = async (pool: pg.Pool, { members }: Pick<LoadSize, 'members'>): Promise<void> => {
  await pool.query(
    'create unlogged table load_address (n bigint primary key, network text, address bytea, shown text)',
  );
  for (let from = 0; from < members; from += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, members - from) }, (_, i) => from + i).filter(
      (n) => n % 4 < 2 || n % 3 === 0,
    );
    const random = randomBytes(numbers.length * 20);
    const rows = numbers.map((n, i) => {
      const address = random.subarray(i * 20, (i + 1) * 20);
      const network = n % 2 === 0 ? ('usdt-trc20' as const) : ('usdt-erc20' as const);
      return { n, network, address, shown: showAddress(network, toHex(address)) };
    });
    await pool.query(
      `insert into load_address select * from unnest($1::bigint[], $2::text[], $3::bytea[], $4::text[])`,
      [
        rows.map(({ n }) => n),
        rows.map(({ network }) => network),
        rows.map(({ address }) => address),
        rows.map(({ shown }) => shown),
      ],
    );
  }
};
