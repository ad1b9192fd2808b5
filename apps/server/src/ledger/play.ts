import { query, type Queryable } from '../core/database/database.ts';
import type { Owner } from '../core/owner.ts';

/** An entry about bets, in minor units: `amountMinor` is the change of the balance. */
export type PlayEntry = { version: bigint; kind: string; amountMinor: bigint; ref: string | null; at: Date };

/** A range of entries: after a version, up to a version, from a time on, before a time. */
export type PlaySpan = {
  after?: bigint | undefined;
  upTo?: bigint | undefined;
  since?: Date | undefined;
  before?: Date | undefined;
};

/** All stakes and all returns of a wallet, in minor units. */
export type PlayTotals = { stakesMinor: bigint; returnsMinor: bigint };

const move = query.one<{ gate: bigint }>(
  'wallet-gate-move',
  'update wallet set gate = gate + 1 where shard = $1 and member_id = $2 returning gate',
);

/**
 * Moves the gate of a wallet, which stays locked until the transaction ends: bets that were checked against
 * the state before are checked again.
 * @throws when there is no such wallet
 */
export const moveGate = async (client: Queryable, { shard, memberId }: Owner): Promise<bigint> => {
  const row = await move(client, [shard, memberId]);
  if (row === undefined) throw new Error(`No wallet of ${memberId}`);
  return row.gate;
};

const read = query.one<{ gate: bigint; version: bigint }>(
  'wallet-gate',
  'select gate, version from wallet where shard = $1 and member_id = $2',
);

/** The positions of the gate and the entries of a wallet; undefined when there is no such wallet. */
export const readGate = async (
  on: Queryable,
  { shard, memberId }: Owner,
): Promise<{ gate: bigint; version: bigint } | undefined> => {
  const row = await read(on, [shard, memberId]);
  return row;
};

const about = `e.shard = $1 and e.member_id = $2
     and e.kind in ('stake', 'live_delay', 'live_refused', 'payout', 'refund', 'cash_out', 'correction')
     and e.amount <> 0`;

const entries = query.many<PlayEntry>(
  'wallet-play-entries',
  `select e.version, e.kind, e.amount as "amountMinor", e.ref, e.at from entry e
   where ${about} and e.version > $3 and e.version <= $4
     and ($5::timestamptz is null or e.at >= $5) and ($6::timestamptz is null or e.at < $6)
   order by e.version`,
);

/** A wallet's entries about bets, oldest first; without those that leave the balance unchanged. */
export const selectPlayEntries = (
  on: Queryable,
  { shard, memberId }: Owner,
  { after = 0n, upTo = 2n ** 62n, since, before }: PlaySpan,
): Promise<PlayEntry[]> => entries(on, [shard, memberId, after, upTo, since ?? null, before ?? null]);

const totals = query.one<PlayTotals>(
  'wallet-play-totals',
  `select
     coalesce(-sum(e.amount) filter (where e.kind in ('stake', 'live_delay', 'live_refused')), 0)::bigint
       as "stakesMinor",
     coalesce(sum(e.amount) filter (where e.kind not in ('stake', 'live_delay', 'live_refused')), 0)::bigint
       as "returnsMinor"
   from entry e where ${about}`,
);

/** Over all time; an order that was refused after its delay never was a stake. */
export const selectPlayTotals = async (on: Queryable, { shard, memberId }: Owner): Promise<PlayTotals> => {
  const row = await totals(on, [shard, memberId]);
  return row ?? { stakesMinor: 0n, returnsMinor: 0n };
};

const rewards = query.one<{ minor: bigint }>(
  'wallet-play-rewards',
  `select coalesce(sum(e.amount), 0)::bigint as minor from entry e
   where e.shard = $1 and e.member_id = $2 and e.at >= $3 and e.at < $4
     and e.kind in ('grant', 'check_in', 'commission', 'commission_reversed')`,
);

/**
 * Rewards of a member within a time: play money of the start, check-ins, commission less what was reversed.
 */
export const selectRewards = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { since, before }: { since: Date; before: Date },
): Promise<bigint> => {
  const row = await rewards(on, [shard, memberId, since, before]);
  return row?.minor ?? 0n;
};
