import { query, type Queryable } from '../core/database/database.ts';
import { sameName } from './real-name.ts';

const bornThen = query.many<{ memberId: string; name: string }>(
  'members-born-then',
  `select o.id as "memberId", n.name from member m
   join member o on o.birth_date = m.birth_date
   join lateral (
     select o.real_name as name where o.real_name is not null
     union select r.real_name from identity_request r where r.shard = o.shard and r.member_id = o.id
   ) n on true
   where m.id = $1`,
);

/** Other members with the same birth date and a name of this member, verified or submitted. */
export const findSamePerson = async (on: Queryable, memberId: string): Promise<string[]> => {
  const rows = await bornThen(on, [memberId]);
  const names = rows.filter((row) => row.memberId === memberId).map(({ name }) => name);
  const others = rows.filter(
    (row) => row.memberId !== memberId && names.some((name) => sameName(name, row.name)),
  );
  return [...new Set(others.map((row) => row.memberId))];
};
