import { betTemplates, invitingTemplates } from '../../core/events.ts';
import { plainArray, query, statement, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';

const uninviting = `(template is null or template <> all ('{${invitingTemplates.join(',')}}'))`;

/** The unread letters of a member, and the marks on notices. */
export type Marks = {
  letters: number;
  uninvitingLetters: number;
  /** Unread letters about results of bets. */
  betLetters: number;
  /** Read notices, and whether they are deleted. */
  notices: ReadonlyMap<string, boolean>;
};

const marks = query.many<MarksRow>(
  'notice-marks',
  `select m.shard, m.member_id as "memberId",
     (select count(*)::int from letter l where l.shard = m.shard and l.member_id = m.member_id
        and l.read_at is null and l.deleted_at is null) as letters,
     (select count(*)::int from letter l where l.shard = m.shard and l.member_id = m.member_id
        and l.read_at is null and l.deleted_at is null and ${uninviting}) as uninviting,
     (select count(*)::int from letter l where l.shard = m.shard and l.member_id = m.member_id
        and l.read_at is null and l.deleted_at is null and l.template = any('{${betTemplates.join(',')}}')) as bets,
     array(select n.notice_id::text from notice_mark n where n.shard = m.shard and n.member_id = m.member_id
        and n.deleted_at is null) as read,
     array(select n.notice_id::text from notice_mark n where n.shard = m.shard and n.member_id = m.member_id
        and n.deleted_at is not null) as deleted
   from unnest($1::smallint[], $2::uuid[]) as m (shard, member_id)`,
);

type MarksRow = Owner & {
  letters: number;
  uninviting: number;
  bets: number;
  read: string[];
  deleted: string[];
};

/** The marks of several members, by member id. */
export const selectMarks = async (db: Queryable, owners: readonly Owner[]): Promise<Map<string, Marks>> => {
  const rows = await marks(db, [
    plainArray(owners.map(({ shard }) => shard)),
    plainArray(owners.map(({ memberId }) => memberId)),
  ]);
  return new Map(
    rows.map(({ memberId, letters, uninviting: uninvitingLetters, bets: betLetters, read, deleted }) => [
      memberId,
      {
        letters,
        uninvitingLetters,
        betLetters,
        notices: new Map([
          ...read.map((id) => [id, false] as const),
          ...deleted.map((id) => [id, true] as const),
        ]),
      },
    ]),
  );
};

const read = statement(
  'notice-read',
  `insert into notice_mark (shard, member_id, notice_id, read_at)
   select $1, $2, id, $4 from unnest($3::uuid[]) as n (id) on conflict do nothing`,
);

/** Marks notices as read; those already read are unchanged. */
export const markNoticesRead = async (
  db: Queryable,
  { shard, memberId }: Owner,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> => {
  if (ids.length > 0) await db.query(read([shard, memberId, plainArray(ids), at]));
};

const remove = statement(
  'notice-delete',
  `insert into notice_mark as m (shard, member_id, notice_id, read_at, deleted_at) values ($1, $2, $3, $4, $4)
   on conflict (shard, member_id, notice_id) do update set deleted_at = coalesce(m.deleted_at, excluded.deleted_at)`,
);
const removeRead = statement(
  'notice-delete-read',
  `update notice_mark set deleted_at = $3 where shard = $1 and member_id = $2 and deleted_at is null`,
);

/** Hides one notice, or all read ones, from a member's inbox. */
export const markNoticesDeleted = async (
  db: Queryable,
  { shard, memberId }: Owner,
  { id, at }: { id: string | undefined; at: Date },
): Promise<void> => {
  const who = [shard, memberId];
  await db.query(id === undefined ? removeRead([...who, at]) : remove([...who, id, at]));
};

const tidy = query.exec(
  'notice-tidy',
  `delete from notice_mark where notice_id in (select id from content where kind = 'notice' and removed)`,
);

/** Deletes the marks of revoked notices, which never return. */
export const tidyMarks = async (db: Queryable): Promise<void> => {
  await tidy(db);
};
