import type pg from 'pg';
import { rulesVersion } from '@touchline/contract/rules';
import { statement } from '../../platform/database.ts';
import { plainArray } from '../../platform/plain-array.ts';
import { settleOutcomes, type Outcome, type ResultRow } from '../../wallet/outcomes.ts';
import type { Lane } from '../exposure/service.ts';
import { placeText } from './place-sql.ts';
import { dictionaryOf } from './dictionary.ts';
import { duplicateWindowMs } from './recent.ts';
import type { Verdict } from './domain.ts';
import type { Order } from './order.ts';
import type { Judged } from './standing.ts';

/** An order on its way into a batch, with what memory said of it. */
export type Placement = {
  shard: number;
  memberId: string;
  betId: string;
  order: Order;
  verdict: Verdict;
  /** The lease under which it may be written on a match; undefined where there are no caps to keep. */
  leaseOf?: ((eventId: string) => string) | undefined;
  /** By what the member's standing was judged; a member of whom nothing is known when it is left out. */
  standing?: Pick<Judged, 'gate' | 'counted'> | undefined;
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
  /** `again` because the member's standing is not as it was judged: it is to be read anew. */
  isStale: boolean;
  isSure: boolean;
};

const place = statement('book-place', placeText);

type Row = Omit<ResultRow, 'key'> & { key: string | null; now: Date | null };

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
 * @param placements at most one per wallet
 * @returns an answer for each, in order
 */
export const placeBatch = async (
  pool: pg.Pool,
  placements: readonly Placement[],
  { currency, knownAt, lane }: BatchContext,
): Promise<Omit<PlacementAnswer, 'isSure'>[]> => {
  const column = <T>(pick: (p: Placement) => T): T[] => placements.map(pick);
  const plain = (pick: (p: Placement) => string | number | bigint | null): string => plainArray(column(pick));
  const guard = (p: Placement): bigint | null =>
    p.order.again || p.verdict.refusal !== undefined ? null : (knownAt(p) ?? -1n);
  const { columns, leases } = dictionaryOf(
    column(({ verdict, leaseOf }) => ({ legs: struckOf(verdict)?.legs ?? [], leaseOf })),
  );
  const { rows } = await pool.query<Row>(
    place([
      plain((p) => p.shard),
      plain((p) => p.memberId),
      column((p) => p.order.key),
      plain((p) => p.order.requestHash),
      plain((p) => p.betId),
      plain((p) => p.order.type),
      plain((p) => (p.order.type === 'system' ? p.order.k : null)),
      plain((p) => p.order.lines),
      plain((p) => p.order.unitMinor),
      plain((p) => p.order.slipHash),
      plain(guard),
      plain((p) => struckOf(p.verdict)?.oddsMilli ?? null),
      plain((p) => struckOf(p.verdict)?.potentialMinor ?? null),
      plain((p) => p.verdict.refusal ?? null),
      column((p) => detailOf(p.verdict)),
      ...columns,
      currency,
      rulesVersion,
      duplicateWindowMs,
      recentFrom(Date.now()),
      [...new Set(leases)].filter((id) => id !== null),
      leases,
      lane.holder,
      lane.number,
      lane.memberCap,
      plain((p) => p.standing?.gate ?? 0n),
      plain((p) => p.standing?.counted ?? null),
      plain((p) => struckOf(p.verdict)?.marginMicro ?? null),
    ]),
  );
  const { postings, again, stale, first, now } = readRows(rows);
  const decided = placements.filter((p) => !again.has(p.betId));
  const asked = decided.map(({ shard, memberId, order: { key, requestHash } }) => ({
    shard,
    memberId,
    key,
    requestHash,
  }));
  const outcomes = new Map<Placement, Outcome>();
  (await settleOutcomes(asked, postings, pool)).forEach((outcome, i) => {
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

/**
 * Sorts the rows of the statement: outcomes have a key, orders to be judged again only their bet; one is the moment, with
 * the members whose bets were the first.
 */
const readRows = (rows: readonly Row[]) => {
  const postings: ResultRow[] = [];
  const again = new Map<string | null, bigint | null>();
  const stale = new Set<string | null>();
  let first: ReadonlySet<unknown> = new Set();
  let now: Date | undefined;
  for (const row of rows) {
    if (isPosting(row)) postings.push(row);
    else if (row.now === null) {
      again.set(row.ref, row.available ?? again.get(row.ref) ?? null);
      if (row.version !== null) stale.add(row.ref);
    } else {
      now = row.now;
      if (Array.isArray(row.detail)) first = new Set(row.detail);
    }
  }
  if (!now) throw new Error('The placing statement did not tell its moment');
  return { postings, again, stale, first, now };
};

const isPosting = (row: Row): row is Row & { key: string } => row.key !== null;

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
