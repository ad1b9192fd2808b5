import type pg from 'pg';
import { newInvitationCode } from '../members/invitation-code.ts';
import { newId, shardOf } from '../platform/ids.ts';

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
