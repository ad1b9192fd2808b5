import type { Score } from '@touchline/football/score';
import type pg from 'pg';
import { newId } from '../../core/ids.ts';
import { query, type Queryable } from '../../core/database/database.ts';
import { type BasisTerms, type Board, type BoardEvent, usualTerms } from '../../pricing/index.ts';
import { capsAt, type Caps } from './caps.ts';
import { Grants, reachedOf } from './grants.ts';
import { Guard } from './guard.ts';
import { createHeatMemory, heatOf, reachedAtHalf, type EventHeat } from './heat.ts';
import { createLegBook, type ExposedLeg } from './legs.ts';
import * as queries from './queries.ts';
import { createLaneNumbers, writeChanges, type ExposureChange } from './rows.ts';
import { pendingSums, writtenSums } from './slip.ts';
import { winnable } from './statement-sql.ts';
import { plus, timesOf, none, type LegSums } from './totals.ts';
import * as views from './view-queries.ts';
import type { MemberLiability } from './view-queries.ts';

/** The most that a bet lets its member win on each of these events, in minor units. */
type Liability = { shard: number; memberId: string; eventIds: readonly string[]; minor: bigint };

const memberRoom = query.many<{ was: bigint }>(
  'member-exposure-room',
  `select e.event_id as "eventId", ${winnable({ shard: '$1::smallint', member: '$2::uuid', event: 'e.event_id' })} as was
   from unnest($3::uuid[]) as e (event_id)`,
);

/**
 * Whether a bet that is to be written now exceeds the cap. The member's wallet must be locked, and the bet not written yet.
 * @returns undefined when it is within the cap on each event; else what is left
 */
const roomBeyond = async (
  on: Queryable,
  { shard, memberId, eventIds, minor }: Liability,
  cap: number,
): Promise<bigint | undefined> => {
  const rows = await memberRoom(on, [shard, memberId, eventIds]);
  const left = rows
    .map(({ was }) => BigInt(cap) - was)
    .reduce((least, each) => (each < least ? each : least));
  return left < minor ? left : undefined;
};

const memberSubtract = query.exec(
  'member-exposure-subtract',
  `update member_exposure x set liability = greatest(0, x.liability - t.minor)
   from (
     select shard, member_id, event_id, sum(minor) as minor
     from unnest($1::smallint[], $2::uuid[], $3::uuid[], $4::bigint[]) as a (shard, member_id, event_id, minor)
     group by shard, member_id, event_id
   ) t
   where x.shard = t.shard and x.member_id = t.member_id and x.event_id = t.event_id`,
);

/** Subtracts ended wins from what is noted. The members' wallets must be locked. */
const takeOff = async (on: Queryable, liabilities: readonly Liability[]): Promise<void> => {
  const rows = liabilities.flatMap(({ eventIds, ...rest }) =>
    eventIds.map((eventId) => ({ ...rest, eventId })),
  );
  if (rows.length === 0) return;
  await memberSubtract(on, [
    rows.map(({ shard }) => shard),
    rows.map(({ memberId }) => memberId),
    rows.map(({ eventId }) => eventId),
    rows.map(({ minor }) => minor),
  ]);
};

/** The rows of one piece of work. */
export type Lane = {
  /** This process, new at each start. */
  holder: string;
  number: number;
  /** The shard of its rows. */
  shard: number;
  /** The most one member may win on a match, in minor units; null where there is no cap. */
  memberCap: number | null;
};

/** A bet, or a part of one, with its whole stake and return. */
export type ExposedBet = {
  shard: number;
  memberId: string;
  legs: readonly (ExposedLeg & { eventId: string })[];
  isSingle: boolean;
  stakeMinor: bigint;
  potentialMinor: bigint;
};

export type { Caps } from './caps.ts';
export { isPlayable } from './grants.ts';
export type { EventHeat } from './heat.ts';

/** How long a lease lasts: the capacity of a dead or idle process is free again after this. */
const leaseMs = 10_000;

/** Sums of a match belong to no member: their rows have the first shard. */
const laneShard = 0;

/** Counts the possible loss of the house, and keeps it within the caps. */
export class Exposure {
  /** Undefined where there are no caps. */
  readonly guard: Guard | undefined;
  /** The site's caps. */
  readonly caps: Caps;
  /** The caps that hold for a match, by what its prices rest on. */
  readonly capsOf: (event: Pick<BoardEvent, 'basis'> | undefined) => Caps;
  readonly #pool: pg.Pool;
  readonly #board: Board;
  readonly #holder = newId();
  /** Subtractions are written separately: this process knows its own bets from memory. */
  readonly #returns = newId();
  readonly #legs = createLegBook();
  readonly #heats = createHeatMemory(this.#legs);
  readonly #grants: Grants;
  readonly #inNumber = createLaneNumbers();

  constructor({
    pool,
    board,
    caps,
    terms = usualTerms,
    ttlMs = leaseMs,
  }: {
    pool: pg.Pool;
    board: Board;
    caps: Caps;
    terms?: Pick<BasisTerms, 'shareBpOf'>;
    ttlMs?: number;
  }) {
    this.#pool = pool;
    this.#board = board;
    this.caps = caps;
    this.capsOf = (event) => capsAt(caps, terms.shareBpOf(event?.basis));
    const legs = this.#legs;
    const holder = this.#holder;
    this.#grants = new Grants({ pool, board, caps, capsOf: this.capsOf, legs, holder, ttlMs });
    const { site, competition, event, market, selection } = caps;
    const isCapped = [site, competition, event, market, selection].some((cap) => cap !== Infinity);
    this.guard = isCapped
      ? new Guard({ grants: this.#grants, board, legs, ttlMs, nowMs: () => performance.now() })
      : undefined;
  }

  /** Does work in a lane that it has to itself until its rows are committed. */
  inLane<T>(work: (lane: Lane) => Promise<T>): Promise<T> {
    return this.#inNumber((number) =>
      work({ holder: this.#holder, number, shard: laneShard, memberCap: this.#memberCap }),
    );
  }

  /**
   * Locks leases until the transaction ends. Call it before any wallet is locked.
   * @returns whether all of them are valid
   */
  async holdLeases(client: Queryable, ids: readonly string[]): Promise<boolean> {
    return ids.length === 0 || (await queries.holdLeases(client, ids)) === new Set(ids).size;
  }

  /**
   * Counts a waiting bet: its cost, without its stake. Its wallet must be locked, and the bet not stored yet.
   * @returns the member's remaining win on one of its matches, in minor units, where the bet would exceed the
   *   cap: then the transaction must be undone
   */
  async hold(client: Queryable, lane: Lane, bet: ExposedBet): Promise<bigint | undefined> {
    const most = this.#memberCap;
    if (most !== null) {
      const roomMinor = await roomBeyond(client, liabilityOf(bet), most);
      if (roomMinor !== undefined) return roomMinor;
    }
    await writeChanges(client, {
      holder: this.#holder,
      lane: lane.number,
      shard: lane.shard,
      changes: changesOf(bet, pendingSums(sumsOf(bet))),
    });
    return undefined;
  }

  /**
   * Counts the decisions about waiting bets.
   * @param decided each with the bet it has become, at the same price or a lower one; undefined when it was refused
   */
  async decide(
    client: Queryable,
    lane: Lane,
    decided: readonly { bet: ExposedBet; taken: ExposedBet | undefined }[],
  ): Promise<void> {
    const ended = decided.flatMap(({ bet, taken }) => {
      const held = liabilityOf(bet);
      const minor = held.minor - (taken === undefined ? 0n : liabilityOf(taken).minor);
      return minor === 0n ? [] : [{ ...held, minor }];
    });
    if (this.#memberCap !== null) await takeOff(client, ended);
    await writeChanges(client, {
      holder: this.#returns,
      lane: lane.number,
      shard: lane.shard,
      changes: decided.flatMap(({ bet, taken }) =>
        changesOf(bet, plus(taken === undefined ? none : sumsOf(taken), pendingSums(sumsOf(bet)), -1)),
      ),
    });
  }

  /** Subtracts the sold part of a bet: its stake, and the difference of the returns. */
  async sell(client: Queryable, lane: Lane, part: ExposedBet): Promise<void> {
    if (this.#memberCap !== null) await takeOff(client, [liabilityOf(part)]);
    await writeChanges(client, {
      holder: this.#returns,
      lane: lane.number,
      shard: lane.shard,
      changes: changesOf(part, timesOf(sumsOf(part), -1)),
    });
  }

  /**
   * The exposure of events, by the records.
   * @param options.ht only the outcomes that are left when the first half ended so; where it cannot have, there are
   *   no cells
   * @param options.on other connections than those of calls
   */
  async heatMaps(
    eventIds: readonly string[],
    { ht, on = this.#pool }: { ht?: Score; on?: pg.Pool } = {},
  ): Promise<EventHeat[]> {
    const events = await views.selectTotals(on, eventIds);
    return [...events].map(([eventId, totals]) => {
      const of = this.#board.event(eventId);
      const [own, now] = [this.capsOf(of), reachedOf(of)];
      if (ht === undefined) return this.#heats.of(eventId, { totals, caps: own, reached: now });
      const reached = reachedAtHalf(now, ht);
      const heat = heatOf(this.#legs, eventId, { totals, caps: own, reached });
      return reached === undefined ? { ...heat, cells: [] } : heat;
    });
  }

  /** Members who may win more than an amount on one of these events, the most first; known while there is a cap. */
  async membersAbove(
    eventIds: readonly string[],
    aboveMinor: bigint,
    limit: number,
  ): Promise<MemberLiability[]> {
    const cap = this.#memberCap;
    return cap === null
      ? []
      : views.selectMembersAbove(this.#pool, { eventIds, aboveMinor, limit }, BigInt(cap));
  }

  /** What the member with the most may win on an event, in minor units; 0 where there is no cap. */
  async mostOfMembers(eventId: string): Promise<bigint> {
    const cap = this.#memberCap;
    return cap === null ? 0n : views.selectMostOfMembers(this.#pool, eventId, BigInt(cap));
  }

  /** Housekeeping: bounds of events without new bets, memory of events that are over. */
  async tidy(): Promise<void> {
    this.guard?.forget();
    this.#heats.keep((eventId) => this.#board.event(eventId) !== undefined);
    await this.#grants.sweep();
  }

  /** A setting, which may change at any time. */
  get #memberCap(): number | null {
    return this.caps.member === Infinity ? null : this.caps.member;
  }

  /** Releases the leases, once every reservation is written or released. */
  close(): Promise<void> {
    return queries.releaseLeases(this.#pool, this.#holder);
  }
}

const sumsOf = (bet: ExposedBet): LegSums => writtenSums(bet, bet.stakeMinor, bet.potentialMinor);

/** The most that a bet, or a part of it, lets its member win on each of its matches. */
const liabilityOf = ({ shard, memberId, legs, isSingle, stakeMinor, potentialMinor }: ExposedBet) => ({
  shard,
  memberId,
  eventIds: legs.map(({ eventId }) => eventId),
  minor: isSingle ? potentialMinor - stakeMinor : potentialMinor,
});

const changesOf = ({ legs }: ExposedBet, sums: LegSums): ExposureChange[] =>
  legs.map(({ eventId, ...leg }) => ({ eventId, leg, sums }));
