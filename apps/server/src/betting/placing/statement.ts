import type { Receipt } from '@touchline/contract/shapes/receipt';
import { rulesVersion } from '@touchline/contract/rules';
import { statement, type Queryable } from '../../core/database/database.ts';
import { plainArray } from '../../core/plain-array.ts';
import { type Outcome, type ResultRow, settleOutcomes } from '../../ledger/index.ts';
import type { Lane } from '../exposure/service.ts';
import { placeText, placeValues } from './place-sql.ts';
import { dictionaryOf } from './dictionary.ts';
import { duplicateWindowMs } from './recent.ts';
import type { Verdict } from './domain.ts';
import type { Order } from './order.ts';
import type { LimitVerdict } from './member-limits.ts';

/** An order on its way into a batch, with what memory said of it. */
export type Placement = {
  shard: number;
  memberId: string;
  betId: string;
  order: Order;
  verdict: Verdict;
  /** The lease under which it may be written on a match; undefined where there are no caps to keep. */
  leaseOf?: ((eventId: string) => string) | undefined;
  /** The gate and version by which the member's limits were judged; absent for a member who has set nothing. */
  memberLimits?: Pick<LimitVerdict, 'gate' | 'counted'> | undefined;
};

/**
 * What became of a placement. `again`: the rows are not as memory judged, or the wallet was moved meanwhile; nothing was
 * written, and the order is to be judged once more. `isSure` is false when an earlier try got no answer: it may have written
 * the bet all the same.
 */
export type PlacementAnswer = {
  outcome: Outcome | 'again';
  /** Whether the rows say that the member had placed no other bet just before. */
  first: boolean;
  now: Date;
  /** What the member may still win on one of its matches, in minor units, where that is less than it would be. */
  roomMinor?: bigint | undefined;
  /** The outcome is `again` because the member's limits have changed and must be read again. */
  isStale: boolean;
  isSure: boolean;
  /** The receipt of a bet that this batch placed; the next batch does not wait for it. */
  receipt?: Promise<Receipt | undefined>;
};

const place = statement('book-place', placeText);

/** A row of `placeText`; `ref` is the id of the bet. */
type Row =
  | (ResultRow & { kind: 'posted' })
  | { kind: 'again' | 'stale'; ref: string }
  | { kind: 'over'; ref: string; room: bigint }
  | { kind: 'batch'; first: unknown; now: Date };

type BatchContext = {
  currency: string;
  /**
   * Version of the wallet at which memory knows each bet of the last seconds and has seen no duplicate; undefined when
   * the statement must look for itself.
   */
  knownAt: (placement: Placement) => bigint | undefined;
  /** Where the batch writes what it adds to the exposure. */
  lane: Lane;
};

/**
 * Places a batch, each bet for itself.
 * @param on where the statement runs: a pool, or a transaction of the caller
 * @param placements at most one per wallet
 * @returns an answer for each, in order
 */
export const placeBatch = async (
  on: Queryable,
  placements: readonly Placement[],
  { currency, knownAt, lane }: BatchContext,
): Promise<Omit<PlacementAnswer, 'isSure' | 'receipt'>[]> => {
  const column = <T>(pick: (p: Placement) => T): T[] => placements.map(pick);
  const plain = (pick: (p: Placement) => string | number | bigint | null): string => plainArray(column(pick));
  const guard = (p: Placement): bigint | null =>
    p.order.again || p.verdict.refusal !== undefined ? null : (knownAt(p) ?? -1n);
  const dictionary = dictionaryOf(
    column(({ verdict, leaseOf }) => ({ legs: struckOf(verdict)?.legs ?? [], leaseOf })),
  );
  const values = placeValues({
    shard: plain((p) => p.shard),
    member_id: plain((p) => p.memberId),
    // Letters, digits, - and _ by the schema of the call, and at least eight of them, so never the word NULL.
    key: plain((p) => p.order.key),
    request_hash: plain((p) => p.order.requestHash),
    bet_id: plain((p) => p.betId),
    type: plain((p) => p.order.type),
    k: plain((p) => (p.order.type === 'system' ? p.order.k : null)),
    lines: plain((p) => p.order.lines),
    unit: plain((p) => p.order.unitMinor),
    slip_hash: plain((p) => p.order.slipHash),
    guard: plain(guard),
    odds_milli: plain((p) => struckOf(p.verdict)?.oddsMilli ?? null),
    potential: plain((p) => struckOf(p.verdict)?.potentialMinor ?? null),
    refusal: plain((p) => p.verdict.refusal ?? null),
    refusal_detail: column((p) => detailOf(p.verdict)),
    judged_gate: plain((p) => p.memberLimits?.gate ?? 0n),
    counted: plain((p) => p.memberLimits?.counted ?? null),
    margin_micro: plain((p) => struckOf(p.verdict)?.marginMicro ?? null),
    ...dictionary,
    currency,
    rules: rulesVersion,
    duplicateWindowMs,
    recentFrom: recentFrom(Date.now()),
    leases: [...new Set(dictionary.lease)].filter((id) => id !== null),
    lane_shard: lane.shard,
    holder: lane.holder,
    lane: lane.number,
    memberCap: lane.memberCap,
  });
  const { rows } = await on.query<Row>(place(values));
  const { postings, again, stale, first, now } = readRows(rows);
  const decided = placements.filter((p) => !again.has(p.betId));
  const asked = decided.map(({ shard, memberId, order: { key, requestHash } }) => ({
    shard,
    memberId,
    key,
    requestHash,
  }));
  const outcomes = new Map<Placement, Outcome>();
  (await settleOutcomes(asked, postings, on)).forEach((outcome, i) => {
    const placement = decided[i];
    if (placement) outcomes.set(placement, outcome);
  });
  return placements.map((placement) => ({
    outcome: outcomes.get(placement) ?? 'again',
    first: first.has(placement.memberId),
    roomMinor: again.get(placement.betId) ?? undefined,
    isStale: stale.has(placement.betId),
    now,
  }));
};

const struckOf = (verdict: Verdict) => (verdict.refusal === undefined ? verdict : undefined);

const readRows = (rows: readonly Row[]) => {
  const postings: ResultRow[] = [];
  const again = new Map<string, bigint | null>();
  const stale = new Set<string>();
  let first: ReadonlySet<unknown> = new Set();
  let now: Date | undefined;
  for (const row of rows) {
    switch (row.kind) {
      case 'posted':
        postings.push(row);
        break;
      case 'stale':
        again.set(row.ref, again.get(row.ref) ?? null);
        stale.add(row.ref);
        break;
      case 'again':
        again.set(row.ref, again.get(row.ref) ?? null);
        break;
      case 'over':
        again.set(row.ref, row.room);
        break;
      case 'batch':
        now = row.now;
        if (Array.isArray(row.first)) first = new Set(row.first);
    }
  }
  if (!now) throw new Error('The placing statement gave no moment');
  return { postings, again, stale, first, now };
};

const detailOf = (verdict: Verdict): string | null =>
  verdict.refusal !== undefined && Object.keys(verdict.detail).length > 0
    ? JSON.stringify(verdict.detail)
    : null;

/** Bets are found by id, which begins with the clock of the process that made it; clocks may differ by this much. */
const clockSlackMs = 60_000;

/** No bet placed within the window before `nowMs` has a smaller id: an id begins with the milliseconds of its making. */
export const recentFrom = (nowMs: number): string => {
  const hex = (nowMs - duplicateWindowMs - clockSlackMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};
