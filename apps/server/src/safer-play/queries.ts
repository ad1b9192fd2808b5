import { query, statement, type Queryable } from '../core/database/database.ts';
import type { Hold, Limit, LimitState } from './domain.ts';
import type { Owner } from '../core/owner.ts';
import { columnsOf, insertInto, rowParameters, type Row } from '../core/database/rows.ts';

/** A member's restriction and reality check, as stored. */
export type PlayRow = Row<'play'>;

const columns = columnsOf('play');

/** The restriction of a row, whether or not it is over. */
export const holdOf = (row: PlayRow | undefined): Hold | undefined =>
  row?.restriction && row.since
    ? { kind: row.restriction, since: row.since, until: row.until, opensAt: row.opens_at }
    : undefined;

const take = query.one<PlayRow>(
  'play-take',
  `insert into play (shard, member_id) values ($1, $2)
   on conflict (shard, member_id) do update set version = play.version + 1 returning ${columns}`,
);
/**
 * Locks a member's row until the transaction ends, so that changes and checks of one member follow each
 * other.
 */
export const takePlay = async (client: Queryable, { shard, memberId }: Owner): Promise<PlayRow> => {
  const row = await take(client, [shard, memberId]);
  if (row === undefined) throw new Error('The row of play was not locked');
  return row;
};

const read = query.one<PlayRow>(
  'play-read',
  `select ${columns} from play where shard = $1 and member_id = $2`,
);
export const selectPlay = (on: Queryable, { shard, memberId }: Owner): Promise<PlayRow | undefined> =>
  read(on, [shard, memberId]);

const { $, values } = rowParameters('play', [
  'shard',
  'member_id',
  'version',
  'restriction',
  'since',
  'until',
  'opens_at',
  'returns_due',
]);
const hold = statement(
  'play-hold',
  `update play set restriction = ${$('restriction')}, since = ${$('since')}, until = ${$('until')},
     opens_at = ${$('opens_at')}, returns_due = ${$('returns_due')}
   where shard = ${$('shard')} and member_id = ${$('member_id')} and version = ${$('version')}`,
);
/** Writes a restriction to the locked row. */
export const writeHold = (
  client: Queryable,
  row: PlayRow,
  { kind, since, until, opensAt }: Hold,
  returnsDue: boolean,
): Promise<unknown> =>
  client.query(
    hold(values({ ...row, restriction: kind, since, until, opens_at: opensAt, returns_due: returnsDue })),
  );

const reality = statement(
  'play-reality',
  `update play set reality_minutes = $4, reality_seen_at = $5
   where shard = $1 and member_id = $2 and version = $3`,
);
export const writeReality = (
  client: Queryable,
  row: PlayRow,
  { minutes, seenAt }: { minutes: number | null; seenAt: Date | null },
): Promise<unknown> => client.query(reality([row.shard, row.member_id, row.version, minutes, seenAt]));

const limitNames = [
  'kind',
  'period',
  'amount',
  'pending_id',
  'pending_amount',
  'pending_from',
  'pending_until',
] as const;
type LimitRow = Row<'play_limit', (typeof limitNames)[number]>;
const limitColumns = columnsOf('play_limit', limitNames);

const toLimit = (row: LimitRow): Limit => {
  const { kind, period, amount, pending_id: id, pending_from: from, pending_until: until } = row;
  const pending = id && from && until ? { id, amount: row.pending_amount, from, until } : null;
  return { kind, period, amount, pending };
};

const limits = query.many<LimitRow>(
  'play-limits',
  `select ${limitColumns} from play_limit where shard = $1 and member_id = $2 order by kind, period`,
);
export const selectLimits = async (on: Queryable, { shard, memberId }: Owner): Promise<Limit[]> =>
  (await limits(on, [shard, memberId])).map(toLimit);

const newLimit = insertInto('play_limit', ['shard', 'member_id', ...limitNames]);
const limit = statement(
  'play-limit-write',
  `${newLimit.text}
   on conflict (shard, member_id, kind, period) do update set amount = excluded.amount,
     pending_id = excluded.pending_id, pending_amount = excluded.pending_amount, pending_from = excluded.pending_from,
     pending_until = excluded.pending_until,
     pending_told = play_limit.pending_told and play_limit.pending_id is not distinct from excluded.pending_id`,
);
/** Writes a limit. The member's row must be locked. */
export const writeLimit = (
  client: Queryable,
  { shard, memberId }: Owner,
  { kind, period, amount, pending }: LimitState & Pick<Limit, 'kind' | 'period'>,
): Promise<unknown> =>
  client.query(
    limit(
      newLimit.values({
        shard,
        member_id: memberId,
        kind,
        period,
        amount,
        pending_id: pending?.id ?? null,
        pending_amount: pending?.amount ?? null,
        pending_from: pending?.from ?? null,
        pending_until: pending?.until ?? null,
      }),
    ),
  );

const restricted = query.many<{ member_id: string }>(
  'play-restricted',
  `select p.member_id from unnest($1::smallint[], $2::uuid[]) as t (shard, member_id)
   join play p on p.shard = t.shard and p.member_id = t.member_id
   where p.restriction is not null and (p.opens_at is null or p.opens_at > $3)`,
);
/** Members of the list with a restriction at a given time. */
export const selectRestricted = async (
  on: Queryable,
  owners: readonly Owner[],
  now: Date,
): Promise<string[]> => {
  const values = [owners.map(({ shard }) => shard), owners.map(({ memberId }) => memberId), now];
  return (await restricted(on, values)).map((row) => row.member_id);
};

const excluded = query.many<{ member_id: string }>(
  'play-excluded',
  `select p.member_id from unnest($1::smallint[], $2::uuid[]) as t (shard, member_id)
   join play p on p.shard = t.shard and p.member_id = t.member_id
   where p.restriction = 'excluded' and (p.opens_at is null or p.opens_at > $3)`,
);
/** Members of the list who are excluded at a given time. */
export const selectExcluded = async (
  on: Queryable,
  owners: readonly Owner[],
  now: Date,
): Promise<string[]> => {
  const values = [owners.map(({ shard }) => shard), owners.map(({ memberId }) => memberId), now];
  return (await excluded(on, values)).map((row) => row.member_id);
};

const due = query.many<Owner>(
  'play-returns-due',
  `select shard, member_id as "memberId" from play where returns_due and since <= $1
   order by shard, member_id limit $2`,
);
/** Members who were excluded before a given time, and whose stakes are not all returned. */
export const selectReturnsDue = (on: Queryable, before: Date, max: number): Promise<Owner[]> =>
  due(on, [before, max]);

const returned = query.exec(
  'play-returned',
  'update play set returns_due = false where shard = $1 and member_id = $2 and returns_due',
);
/** Marks everything as returned. @returns whether it was not marked before */
export const writeReturned = async (on: Queryable, { shard, memberId }: Owner): Promise<boolean> =>
  (await returned(on, [shard, memberId])) === 1;

const ready = query.many<LimitRow & Owner>(
  'play-limits-ready',
  `select shard, member_id as "memberId", ${limitColumns} from play_limit
   where pending_id is not null and not pending_told and pending_from <= $1 order by pending_from limit $2`,
);
/** Limits whose wait is over and whose members have not been notified. */
export const selectReady = async (
  on: Queryable,
  now: Date,
  max: number,
): Promise<{ owner: Owner; limit: Limit }[]> =>
  (await ready(on, [now, max])).map((row) => ({
    owner: { shard: row.shard, memberId: row.memberId },
    limit: toLimit(row),
  }));

const told = statement(
  'play-limit-told',
  'update play_limit set pending_told = true where shard = $1 and member_id = $2 and pending_id = $3',
);
export const writeTold = (on: Queryable, { shard, memberId }: Owner, pendingId: string): Promise<unknown> =>
  on.query(told([shard, memberId, pendingId]));
