import { rulesVersion } from '@touchline/contract/rules';
import type { Queryable } from '../../core/database/database.ts';
import { parameters, unnestOf, type Row } from '../../core/database/rows.ts';
import type { BetRequest } from '../placing/statement.ts';
import type { PricedBet } from '../placing/domain.ts';
import type { Accept } from '../placing/order.ts';
import { readStored, toStored, type StoredLeg, type WatchedMarket } from './stored-leg.ts';
import type { Owner } from '../../core/owner.ts';

export type DelayedOrderKey = { shard: number; memberId: string; id: string };

/** An order whose delay has passed. */
export type DueOrder = DelayedOrderKey & {
  legs: StoredLeg[];
  isSingle: boolean;
  /** Legs per line, see `Order`. */
  k: number;
  unitMinor: bigint;
  accept: Accept;
  /** The expected margin of its stake, millionths. */
  marginMicro: number;
  stakeMinor: bigint;
  potentialMinor: bigint;
  /** A trader suspended all betting during the delay. */
  isStopped: boolean;
};

/** The decision about an order. */
export type OrderDecision = {
  state: 'waiting' | 'accepted' | 'refused';
  reason: string | null;
  detail: unknown;
};

const { $, values } = parameters({
  shard: 'smallint',
  memberId: 'uuid',
  id: 'uuid',
  type: 'text',
  k: 'smallint',
  lines: 'int',
  unit: 'bigint',
  oddsMilli: 'bigint',
  potential: 'bigint',
  slipHash: 'bigint',
  legs: 'jsonb',
  delayMs: 'float8',
  marginMicro: 'int',
  requestKey: 'text',
  accept: 'text',
});

/** Keeps an order until its delay has passed, by the database's clock. */
export const insertDelayed = async (
  on: Queryable,
  { shard, memberId, betId, order }: BetRequest,
  { priced, delayMs }: { priced: PricedBet; delayMs: number },
): Promise<void> => {
  await on.query(
    `insert into delayed_order
       (shard, member_id, id, type, k, lines, unit, odds_milli, potential, slip_hash, legs, due_at, margin_micro,
        request_key, accept, submitted_at)
     values (${$('shard')}, ${$('memberId')}, ${$('id')}, ${$('type')}, ${$('k')}, ${$('lines')}, ${$('unit')}, ${$('oddsMilli')},
       ${$('potential')}, ${$('slipHash')}, ${$('legs')}, site_now() + ${$('delayMs')} * interval '1 millisecond', ${$('marginMicro')},
       ${$('requestKey')}, ${$('accept')}, site_now())`,
    values({
      shard,
      memberId,
      id: betId,
      type: order.type,
      k: order.type === 'system' ? order.k : null,
      lines: order.lines,
      unit: order.unitMinor,
      oddsMilli: priced.oddsMilli,
      potential: priced.potentialMinor,
      slipHash: order.slipHash,
      legs: JSON.stringify(priced.legs.map(toStored)),
      delayMs,
      marginMicro: priced.marginMicro,
      requestKey: order.key,
      accept: order.accept,
    }),
  );
};

/** Whether the member sent the same bet under another key within the window, waiting or placed. */
export const isSentTwice = async (
  on: Queryable,
  { shard, memberId, betId, order }: BetRequest,
  windowMs: number,
): Promise<boolean> => {
  const { rowCount } = await on.query(
    `select from delayed_order
     where shard = $1 and member_id = $2 and id <> $3 and slip_hash = $4 and state <> 'refused'
       and submitted_at > site_now() - $5 * interval '1 millisecond'
     union all
     select from bet
     where shard = $1 and member_id = $2 and id <> $3 and slip_hash = $4
       and placed_at > site_now() - $5 * interval '1 millisecond'
     limit 1`,
    [shard, memberId, betId, order.slipHash, windowMs],
  );
  return (rowCount ?? 0) > 0;
};

type DueRow = Row<
  'delayed_order',
  'shard' | 'member_id' | 'id' | 'legs' | 'type' | 'k' | 'unit' | 'potential' | 'accept' | 'margin_micro'
> & {
  stake: bigint;
  stopped: boolean;
};
const dueColumns =
  'shard, member_id, id, legs, type, k, unit, unit * lines as stake, potential, accept, margin_micro';
/** Whether everything was stopped since an order came in; stops of markets and matches are found in the history. */
const stopped = `exists (select from trading_stop s
  where s.event_id is null and (s.opened_at is null or s.opened_at >= submitted_at)) as stopped`;
const toDue = (row: DueRow): DueOrder => {
  const legs = readStored(row.legs);
  return {
    shard: row.shard,
    memberId: row.member_id,
    id: row.id,
    isSingle: row.type === 'single',
    k: row.k ?? legs.length,
    unitMinor: row.unit,
    accept: row.accept === 'any' || row.accept === 'better' ? row.accept : 'none',
    marginMicro: row.margin_micro,
    stakeMinor: row.stake,
    potentialMinor: row.potential,
    legs,
    isStopped: row.stopped,
  };
};

/** Takes orders whose delay has passed and that no other process is deciding. */
export const claimDue = async (on: Queryable, limit: number): Promise<DueOrder[]> => {
  const { rows } = await on.query<DueRow>(
    `select ${dueColumns}, ${stopped} from delayed_order
     where state = 'waiting' and due_at <= site_now() order by due_at limit $1 for update skip locked`,
    [limit],
  );
  return rows.map(toDue);
};

/** Takes a member's waiting orders, after decisions under way. */
export const claimOf = async (
  on: Queryable,
  { shard, memberId }: Owner,
  limit: number,
): Promise<DueOrder[]> => {
  const { rows } = await on.query<DueRow>(
    `select ${dueColumns}, ${stopped} from delayed_order
     where shard = $1 and member_id = $2 and state = 'waiting' order by id limit $3 for update`,
    [shard, memberId, limit],
  );
  return rows.map(toDue);
};

/** The markets that were suspended at any time after the version at which a leg was priced on them. */
export const selectStopped = async <Watched extends Omit<WatchedMarket, 'leg' | 'selection'>>(
  on: Queryable,
  watched: readonly Watched[],
): Promise<Set<Watched>> => {
  const { rows } = await on.query<{ n: bigint }>(
    `select asked.n from unnest($1::uuid[], $2::text[], $3::text[], $4::int[])
       with ordinality as asked (event_id, market, line, version, n)
     where exists (
       select from market_history h
       where h.event_id = asked.event_id and h.market = asked.market and h.line = asked.line
         and h.version > asked.version and h.state <> 'open')`,
    [
      watched.map(({ eventId }) => eventId),
      watched.map(({ market }) => market),
      watched.map(({ line }) => line),
      watched.map(({ version }) => version),
    ],
  );
  return new Set(rows.map(({ n }) => watched[Number(n) - 1]).filter((found) => found !== undefined));
};

/** An order whose price, or what is expected of it, is lower at its end than when it was sent. */
export type Restruck = DelayedOrderKey & {
  legs: readonly StoredLeg[];
  oddsMilli: bigint;
  potentialMinor: bigint;
  marginMicro: number;
};

const restruck = unnestOf('delayed_order', [
  'shard',
  'member_id',
  'id',
  'legs',
  'odds_milli',
  'potential',
  'margin_micro',
]);

/** Gives orders the prices they are priced at. */
export const writePrices = async (on: Queryable, orders: readonly Restruck[]): Promise<void> => {
  if (orders.length === 0) return;
  await on.query(
    `update delayed_order d set legs = t.legs, odds_milli = t.odds_milli, potential = t.potential,
       margin_micro = t.margin_micro
     from ${restruck.text}
     where d.shard = t.shard and d.member_id = t.member_id and d.id = t.id and d.state = 'waiting'`,
    restruck.values(
      orders.map(({ shard, memberId, id, legs, oddsMilli, potentialMinor, marginMicro }) => ({
        shard,
        member_id: memberId,
        id,
        legs: JSON.stringify(legs),
        odds_milli: oddsMilli,
        potential: potentialMinor,
        margin_micro: marginMicro,
      })),
    ),
  );
};

/** A field of a stored leg that has numbers; null where it has none. */
const numbersIn = (field: 'subsets' | 'partOdds' | 'partVersions'): string =>
  `(select array_agg(t.x::int order by t.n) from jsonb_array_elements_text(l.leg -> '${field}') with ordinality as t (x, n))`;

/** Makes bets of orders, placed now. */
export const insertBets = async (
  on: Queryable,
  orders: readonly DueOrder[],
  currency: string,
): Promise<void> => {
  const waiting = `unnest($1::smallint[], $2::uuid[], $3::uuid[]) as t (shard, member_id, id)
     join delayed_order d on d.shard = t.shard and d.member_id = t.member_id and d.id = t.id`;
  await on.query(
    `insert into bet
       (shard, member_id, id, type, k, lines, currency, unit, stake, odds_milli, potential, rules, slip_hash,
        margin_micro, event_id, market, line, selection, price_version, since, subsets, part_odds, part_versions, placed_at)
     select d.shard, d.member_id, d.id, d.type, d.k, d.lines, $4, d.unit, d.unit * d.lines, d.odds_milli, d.potential,
       $5, d.slip_hash, d.margin_micro, (l.leg ->> 'event')::uuid, l.leg ->> 'market', l.leg ->> 'line',
       l.leg ->> 'selection', (l.leg ->> 'priceVersion')::int, l.leg ->> 'since', ${numbersIn('subsets')},
       ${numbersIn('partOdds')}, ${numbersIn('partVersions')}, site_now()
     from ${waiting} left join lateral (select d.legs -> 0 as leg) l on d.type = 'single'`,
    [...keysOf(orders), currency, rulesVersion],
  );
  await on.query(
    `insert into leg
       (shard, member_id, bet_id, n, event_id, market, line, selection, odds_milli, price_version, since, subsets,
        part_odds, part_versions)
     select d.shard, d.member_id, d.id, l.n, (l.leg ->> 'event')::uuid, l.leg ->> 'market', l.leg ->> 'line',
       l.leg ->> 'selection', (l.leg ->> 'oddsMilli')::int, (l.leg ->> 'priceVersion')::int, l.leg ->> 'since',
       ${numbersIn('subsets')}, ${numbersIn('partOdds')}, ${numbersIn('partVersions')}
     from ${waiting} cross join jsonb_array_elements(d.legs) with ordinality as l (leg, n)
     where d.type <> 'single'`,
    keysOf(orders),
  );
};

const keysOf = (orders: readonly DelayedOrderKey[]): unknown[] => [
  orders.map((order) => order.shard),
  orders.map((order) => order.memberId),
  orders.map((order) => order.id),
];

const decisions = unnestOf('delayed_order', ['shard', 'member_id', 'id', 'reason', 'detail']);

/** Writes the decisions about orders. */
export const writeDecisions = async (
  on: Queryable,
  decided: readonly (DelayedOrderKey & { reason?: string | undefined; detail?: unknown })[],
): Promise<void> => {
  await on.query(
    `update delayed_order d
     set state = case when t.reason is null then 'accepted' else 'refused' end, reason = t.reason, detail = t.detail,
       decided_at = site_now()
     from ${decisions.text}
     where d.shard = t.shard and d.member_id = t.member_id and d.id = t.id and d.state = 'waiting'`,
    decisions.values(
      decided.map(({ shard, memberId, id, reason = null, detail }) => ({
        shard,
        member_id: memberId,
        id,
        reason,
        detail: detail === undefined ? null : JSON.stringify(detail),
      })),
    ),
  );
};

/** The decision about an order; undefined when there is none of that id. */
export const selectDecision = async (
  on: Queryable,
  { shard, memberId, id }: DelayedOrderKey,
): Promise<OrderDecision | undefined> => {
  const { rows } = await on.query<OrderDecision>(
    `select state, reason, detail from delayed_order where shard = $1 and member_id = $2 and id = $3`,
    [shard, memberId, id],
  );
  return rows[0];
};
