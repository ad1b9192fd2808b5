import { hourMs } from '@touchline/contract/durations';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';

export type TurnoverSums = {
  /**
   * The total stakes of members on won and lost bets, as `settledStakes` counts it.
   * @returns minor units by member; 0 without bets
   */
  of(owners: readonly Owner[]): Promise<Map<string, bigint>>;
};

/** This many bets are added up at each read; when there are more, the settled ones are folded. */
const tailMax = 500;
/**
 * Bets get their ids before they are written: after this long no bet with an older id is written any more,
 * unless it waited as an order.
 */
const settlesMs = hourMs;

const counts = (state: string): string => `${state} in ('win', 'lose')`;

/**
 * The first final state of a bet never changes: corrections are in `bet_notice` and the bet itself. So the
 * sum of first states is kept (`bet_turnover`), and bets that were settled again are read each time.
 */
const sums = query.many<{ memberId: string; before: string; bets: number; stakes: bigint }>(
  'bet-turnover-sums',
  `select m.member_id as "memberId", coalesce(t.before, '00000000-0000-0000-0000-000000000000') as before, tail.bets,
     (coalesce(t.stakes, 0) + tail.stakes + again.stakes)::bigint as stakes
   from unnest($1::smallint[], $2::uuid[]) as m(shard, member_id)
   left join bet_turnover t on t.shard = m.shard and t.member_id = m.member_id
   cross join lateral (
     select count(*)::integer as bets, coalesce(sum(b.stake) filter (where ${counts('b.state')}), 0) as stakes
     from bet b
     where b.shard = m.shard and b.member_id = m.member_id
       and b.id >= coalesce(t.before, '00000000-0000-0000-0000-000000000000')
   ) tail
   cross join lateral (
     select coalesce(sum(b.stake) filter (where ${counts('b.state')}), 0)
       - coalesce(sum(b.stake) filter (where ${counts('f.state_before')}), 0) as stakes
     from (
       select distinct on (n.bet_id) n.bet_id, n.state_before from bet_notice n
       where n.shard = m.shard and n.member_id = m.member_id and n.bet_id < t.before
       order by n.bet_id, n.n
     ) f
     join bet b on b.shard = m.shard and b.member_id = m.member_id and b.id = f.bet_id
   ) again`,
);

const bounds = query.one<{ now: Date; open: string | null; waiting: string | null }>(
  'bet-turnover-bounds',
  `select site_now() as now,
     (select b.id from bet b where b.shard = $1 and b.member_id = $2 and b.id >= $3 and b.state = 'open'
      order by b.id limit 1) as open,
     (select d.id from delayed_order d where d.shard = $1 and d.member_id = $2 and d.state = 'waiting'
      order by d.id limit 1) as waiting`,
);

const putBy = query.exec(
  'bet-turnover-put-by',
  `insert into bet_turnover as t (shard, member_id, before, stakes)
   select $1, $2, $4, coalesce(sum(b.stake) filter (where ${counts(`coalesce((
       select n.state_before from bet_notice n
       where n.shard = $1 and n.member_id = $2 and n.bet_id = b.id order by n.n limit 1), b.state)`)}), 0)
   from bet b where b.shard = $1 and b.member_id = $2 and b.id >= $3 and b.id < $4
   on conflict (shard, member_id) do update set before = excluded.before, stakes = t.stakes + excluded.stakes
   where t.before = $3`,
);

/** The smallest id that could be made at a time. */
const firstIdAt = (ms: number): string => {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** Folds the bets before the first one that still runs. Two folds at once fold once. */
const fold = async (on: Queryable, { shard, memberId }: Owner, before: string): Promise<void> => {
  const row = await bounds(on, [shard, memberId, before]);
  if (row === undefined) return;
  const settled = firstIdAt(row.now.getTime() - settlesMs);
  const until = [row.open, row.waiting].reduce<string>(
    (first, id) => (id !== null && id < first ? id : first),
    settled,
  );
  if (until > before) await putBy(on, [shard, memberId, before, until]);
};

/** Sums of settled stakes, for any number of members at once and however many bets they have. */
export const createTurnoverSums = (on: Queryable): TurnoverSums => ({
  of: async (owners) => {
    if (owners.length === 0) return new Map();
    const unique = [...new Map(owners.map((owner) => [owner.memberId, owner])).values()];
    const rows = await sums(on, [unique.map(({ shard }) => shard), unique.map(({ memberId }) => memberId)]);
    const before = new Map(rows.flatMap((row) => (row.bets > tailMax ? [[row.memberId, row.before]] : [])));
    for (const owner of unique) {
      const from = before.get(owner.memberId);
      if (from !== undefined) await fold(on, owner, from);
    }
    return new Map(rows.map(({ memberId, stakes }) => [memberId, stakes]));
  },
});
