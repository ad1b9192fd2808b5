import type { teamFlagReasons, teamFlagStates } from '@touchline/contract/shapes/team';
import { query, type Queryable } from '../core/database/database.ts';
import { newId } from '../core/ids.ts';
import type { Owner } from '../core/owner.ts';
import { columnsOf, unnestOf, type Row } from '../core/database/rows.ts';

export type LikenessReason = (typeof teamFlagReasons)[number];
export type LikenessState = (typeof teamFlagStates)[number];

/** An account that shares something with the account of an excluded member, as stored. */
export type LikenessRow = Row<'likeness'>;

const columns = columnsOf('likeness');

const raised = unnestOf('likeness', ['id', 'excluded_shard', 'excluded_id', 'reason'], { from: 3 });
const raise = query.exec(
  'likeness-raise',
  `insert into likeness (id, shard, member_id, excluded_shard, excluded_id, reason, raised_at)
   select t.id, $1, $2, t.excluded_shard, t.excluded_id, t.reason, site_now() from ${raised.text}
   on conflict (member_id, excluded_id, reason) do nothing`,
);

/** Keeps what an account shares with those of excluded members; each pair once for each reason. */
export const raiseLikenesses = async (
  on: Queryable,
  { shard, memberId }: Owner,
  found: readonly { excluded: Owner; reason: LikenessReason }[],
): Promise<void> => {
  const rows = found.map(({ excluded, reason }) => ({
    id: newId(),
    excluded_shard: excluded.shard,
    excluded_id: excluded.memberId,
    reason,
  }));
  await raise(on, [shard, memberId, ...raised.values(rows)]);
};

const uncleared = query.many<Pick<LikenessRow, 'excluded_id'>>(
  'likeness-uncleared',
  `select distinct excluded_id from likeness where member_id = $1 and state <> 'cleared'`,
);

/** The members of whom an account may be, as far as no operator has said otherwise. */
export const selectUncleared = async (on: Queryable, { memberId }: Owner): Promise<string[]> =>
  (await uncleared(on, [memberId])).map((row) => row.excluded_id);

const page = query.many<LikenessRow>(
  'likeness-page',
  `select ${columns} from likeness where $1::text is null or state = $1 order by id limit $2 offset $3`,
);
const count = query.one<{ total: bigint }>(
  'likeness-count',
  'select count(*) as total from likeness where $1::text is null or state = $1',
);

/** A page, the longest waiting first, and how many there are. */
export const pageOfLikenesses = async (
  on: Queryable,
  state: LikenessState | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: LikenessRow[]; total: number }> => {
  const rows = await page(on, [state ?? null, limit, offset]);
  const counted = await count(on, [state ?? null]);
  return { rows, total: Number(counted?.total ?? 0n) };
};

const byId = query.one<LikenessRow>('likeness-by-id', `select ${columns} from likeness where id = $1`);

export const findLikeness = (on: Queryable, id: string): Promise<LikenessRow | undefined> => byId(on, [id]);

const decide = query.one<LikenessRow>(
  'likeness-decide',
  `update likeness set state = $2, decided_by = $3, decided_at = site_now(), version = version + 1
   where id = $1 and state = 'open' and version = $4
   returning ${columns}`,
);

/** Within a transaction. @returns undefined when it is decided, or has another version */
export const decideLikeness = (
  on: Queryable,
  {
    id,
    version,
    state,
    by,
  }: { id: string; version: number; state: Exclude<LikenessState, 'open'>; by: string },
): Promise<LikenessRow | undefined> => decide(on, [id, state, by, version]);
