import { statement, type Queryable } from '../core/database/database.ts';
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

const move = statement(
  'wallet-gate-move',
  'update wallet set gate = gate + 1 where shard = $1 and member_id = $2 returning gate',
);

/**
 * Moves the gate of a wallet, which stays locked until the transaction ends: bets that were checked against
 * the state before are checked again.
 * @throws when there is no such wallet
 */
export const moveGate = async (client: Queryable, { shard, memberId }: Owner): Promise<bigint> => {
  const { rows } = await client.query<{ gate: bigint }>(move([shard, memberId]));
  const [row] = rows;
  if (row === undefined) throw new Error(`No wallet of ${memberId}`);
  return row.gate;
};

const read = statement('wallet-gate', 'select gate, version from wallet where shard = $1 and member_id = $2');

/** The positions of the gate and the entries of a wallet; undefined when there is no such wallet. */
export const readGate = async (
  on: Queryable,
  { shard, memberId }: Owner,
): Promise<{ gate: bigint; version: bigint } | undefined> => {
  const { rows } = await on.query<{ gate: bigint; version: bigint }>(read([shard, memberId]));
  return rows[0];
};

const about = `e.shard = $1 and e.member_id = $2
     and e.kind in ('stake', 'live_delay', 'live_refused', 'payout', 'refund', 'cash_out', 'correction')
     and e.amount <> 0`;

const entries = statement(
  'wallet-play-entries',
  `select e.version, e.kind, e.amount as "amountMinor", e.ref, e.at from entry e
   where ${about} and e.version > $3 and e.version <= $4
     and ($5::timestamptz is null or e.at >= $5) and ($6::timestamptz is null or e.at < $6)
   order by e.version`,
);

/** A wallet's entries about bets, oldest first; without those that leave the balance unchanged. */
export const selectPlayEntries = async (
  on: Queryable,
  { shard, memberId }: Owner,
  { after = 0n, upTo = 2n ** 62n, since, before }: PlaySpan,
): Promise<PlayEntry[]> =>
  (await on.query<PlayEntry>(entries([shard, memberId, after, upTo, since ?? null, before ?? null]))).rows;

const totals = statement(
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
  const { rows } = await on.query<PlayTotals>(totals([shard, memberId]));
  return rows[0] ?? { stakesMinor: 0n, returnsMinor: 0n };
};

const rewards = statement(
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
  const { rows } = await on.query<{ minor: bigint }>(rewards([shard, memberId, since, before]));
  return rows[0]?.minor ?? 0n;
};
