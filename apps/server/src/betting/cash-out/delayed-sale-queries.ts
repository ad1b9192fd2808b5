import { EventState, Goals } from '@touchline/contract/shapes/football';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { query, type Queryable } from '../../core/database/database.ts';
import type { Owner } from '../../core/owner.ts';
import { columnsOf, parameters, type Row } from '../../core/database/rows.ts';

/** An open leg of a bet whose sale waits: its market and its match as they were when the sale was asked for. */
const SeenLeg = Type.Object({
  eventId: Type.String(),
  market: Type.String(),
  line: Type.String(),
  version: Type.Integer(),
  seen: Type.Object({
    state: EventState,
    score: Type.Union([Goals, Type.Null()]),
    redCards: Type.Union([Goals, Type.Null()]),
  }),
});
export type SeenLeg = Static<typeof SeenLeg>;
const SeenLegs = Type.Array(SeenLeg);

type SaleKey = Owner & { key: string };

const terms = [
  'shard',
  'member_id',
  'key',
  'request_hash',
  'bet_id',
  'share',
  'cashed_stake',
  'at_least',
  'rule_version',
] as const;

/** A sale that waits for the live delay. Amounts in minor units. */
export type DelayedSale = SaleKey & {
  requestHash: string;
  betId: string;
  /** Ten-thousandths of what runs. */
  share: bigint;
  cashedStakeMinor: bigint;
  /** The least offer for all that runs at which it is made. */
  atLeastMinor: bigint;
  /** The version of the rule that asked for it; undefined for a member's own. */
  ruleVersion: number | undefined;
  legs: readonly SeenLeg[];
};

const { $, values } = parameters({
  shard: 'smallint',
  memberId: 'uuid',
  key: 'text',
  requestHash: 'text',
  betId: 'uuid',
  share: 'int',
  cashedStakeMinor: 'bigint',
  atLeastMinor: 'bigint',
  ruleVersion: 'int',
  legs: 'jsonb',
  waitMs: 'float8',
});
const insertText = `insert into delayed_sale
    (shard, member_id, key, request_hash, bet_id, share, cashed_stake, at_least, rule_version, legs, submitted_at, due_at)
  values (${$('shard')}, ${$('memberId')}, ${$('key')}, ${$('requestHash')}, ${$('betId')}, ${$('share')},
    ${$('cashedStakeMinor')}, ${$('atLeastMinor')}, ${$('ruleVersion')}, ${$('legs')}, site_now(),
    site_now() + ${$('waitMs')} * interval '1 millisecond')
  on conflict (shard, member_id, key) do update set cashed_stake = excluded.cashed_stake, legs = excluded.legs,
    submitted_at = excluded.submitted_at, due_at = excluded.due_at, state = 'waiting', reason = null, decided_at = null
  where delayed_sale.state = 'refused' and excluded.rule_version is not null`;

/** Keeps a sale until its wait is over. That of a rule takes the place of one that was refused; a member's key is used once. */
export const insertSale = async (on: Queryable, sale: DelayedSale, waitMs: number): Promise<void> => {
  const { legs, share, ruleVersion = null, ...rest } = sale;
  const row = { ...rest, share: Number(share), ruleVersion, legs: JSON.stringify(legs), waitMs };
  await on.query(insertText, values(row));
};

type SaleRow = Row<'delayed_sale', (typeof terms)[number] | 'legs' | 'state' | 'reason'> & {
  left_ms: number;
};
const columns = `${columnsOf('delayed_sale', [...terms, 'legs', 'state', 'reason'])},
  greatest(0, extract(epoch from due_at - site_now()) * 1000)::float8 as left_ms`;

/** A sale with its state; `leftMs` of its wait. */
export type KeptSale = { sale: DelayedSale; state: string; reason: string | null; leftMs: number };

const toKept = (row: SaleRow): KeptSale => ({
  sale: {
    shard: row.shard,
    memberId: row.member_id,
    key: row.key,
    requestHash: row.request_hash,
    betId: row.bet_id,
    share: BigInt(row.share),
    cashedStakeMinor: row.cashed_stake,
    atLeastMinor: row.at_least,
    ruleVersion: row.rule_version ?? undefined,
    legs: Value.Parse(SeenLegs, row.legs),
  },
  state: row.state,
  reason: row.reason,
  leftMs: row.left_ms,
});

const one = query.many<SaleRow>(
  'delayed-sale',
  `select ${columns} from delayed_sale where shard = $1 and member_id = $2 and key = $3`,
);
/** The sale under a key of a member. */
export const selectSale = async (
  on: Queryable,
  { shard, memberId, key }: SaleKey,
): Promise<KeptSale | undefined> => {
  const rows = await one(on, [shard, memberId, key]);
  return rows.map(toKept)[0];
};

const due = query.many<SaleRow>(
  'delayed-sales-due',
  `select ${columns} from delayed_sale where state = 'waiting' and due_at <= site_now() order by due_at limit $1`,
);
/** Sales whose wait is over, the longest over first. */
export const selectDueSales = async (on: Queryable, limit: number): Promise<DelayedSale[]> => {
  const rows = await due(on, [limit]);
  return rows.map((row) => toKept(row).sale);
};

const claim = query.one<{ stopped: boolean }>(
  'delayed-sale-claim',
  `select exists (select from trading_stop s
     where s.event_id is null and (s.opened_at is null or s.opened_at >= d.submitted_at)) as stopped
   from delayed_sale d
   where shard = $1 and member_id = $2 and key = $3 and state = 'waiting' and due_at <= site_now() for update of d`,
);
/**
 * Locks a sale whose wait is over until the transaction ends.
 * @returns undefined when it is decided; whether everything was stopped at any time while it waited
 */
export const claimSale = async (
  on: Queryable,
  { shard, memberId, key }: SaleKey,
): Promise<{ stopped: boolean } | undefined> => {
  const row = await claim(on, [shard, memberId, key]);
  return row;
};

const end = query.exec(
  'delayed-sale-end',
  `update delayed_sale set state = $4, reason = $5, paid = $6, decided_at = site_now()
   where shard = $1 and member_id = $2 and key = $3 and state = 'waiting'`,
);
/** Writes the decision about a sale that waits. */
export const endSale = async (
  on: Queryable,
  { shard, memberId, key }: SaleKey,
  by: { paidMinor: bigint } | { reason: string },
): Promise<void> => {
  const [state, reason, paid] = 'reason' in by ? ['refused', by.reason, null] : ['sold', null, by.paidMinor];
  await end(on, [shard, memberId, key, state, reason, paid]);
};
