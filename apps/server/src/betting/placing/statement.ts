import { rulesVersion } from '@touchline/contract/rules';
import { plainArray, statement, type Queryable } from '../../core/database/database.ts';
import { type OperationOutcome, type ResultRow, settleOutcomes } from '../../ledger/index.ts';
import type { Lane } from '../exposure/service.ts';
import { placeText, placeValues } from './place-sql.ts';
import { dictionaryOf } from './dictionary.ts';
import { duplicateWindowMs } from './recent.ts';
import type { BetVerdict, OrderView } from './domain.ts';
import type { Order } from './order.ts';
import type { LimitVerdict } from './member-limits.ts';

/** A request for a bet on its way into a batch, with the verdict of memory on it. */
export type BetRequest = {
  shard: number;
  memberId: string;
  betId: string;
  order: Order;
  verdict: BetVerdict;
  /** The lease under which it may be written on a match; undefined where there are no caps to keep. */
  leaseOf?: ((eventId: string) => string) | undefined;
  /** The gate and version by which the member's limits were judged; absent for a member who has set nothing. */
  memberLimits?: Pick<LimitVerdict, 'gate' | 'counted'> | undefined;
};

/** What the placing statement answered to a request. All but `answered` wrote nothing. */
export type BetAnswer =
  /** The key has an outcome. `first`: the rows say that the member had placed no other bet within the last seconds. */
  | { kind: 'answered'; outcome: OperationOutcome; first: boolean; now: Date }
  /**
   * The rows are not as memory judged, or the member's limits have changed and must be read again. The order is to be judged
   * again with this view.
   */
  | { kind: 'rowsChanged' | 'limitsChanged'; view: OrderView };

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
  knownAt: (request: BetRequest) => bigint | undefined;
  /** Where the batch writes what it adds to the exposure. */
  lane: Lane;
};

/**
 * Places a batch, each bet for itself.
 * @param on where the statement runs: a pool, or a transaction of the caller
 * @param requests at most one per wallet
 * @returns an answer for each, in order
 */
export const placeBatch = async (
  on: Queryable,
  requests: readonly BetRequest[],
  { currency, knownAt, lane }: BatchContext,
): Promise<BetAnswer[]> => {
  const column = <T>(pick: (p: BetRequest) => T): T[] => requests.map(pick);
  const plain = (pick: (p: BetRequest) => string | number | bigint | null): string =>
    plainArray(column(pick));
  const guard = (p: BetRequest): bigint | null =>
    p.order.again || p.verdict.refusal !== undefined ? null : (knownAt(p) ?? -1n);
  const dictionary = dictionaryOf(
    column(({ verdict, leaseOf }) => ({ legs: pricedOf(verdict)?.legs ?? [], leaseOf })),
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
    odds_milli: plain((p) => pricedOf(p.verdict)?.oddsMilli ?? null),
    potential: plain((p) => pricedOf(p.verdict)?.potentialMinor ?? null),
    refusal: plain((p) => p.verdict.refusal ?? null),
    refusal_detail: column((p) => detailOf(p.verdict)),
    judged_gate: plain((p) => p.memberLimits?.gate ?? 0n),
    counted: plain((p) => p.memberLimits?.counted ?? null),
    margin_micro: plain((p) => pricedOf(p.verdict)?.marginMicro ?? null),
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
  const decided = requests.filter((p) => !again.has(p.betId));
  const asked = decided.map(({ shard, memberId, order: { key, requestHash } }) => ({
    shard,
    memberId,
    key,
    requestHash,
  }));
  const outcomes = new Map<BetRequest, OperationOutcome>();
  (await settleOutcomes(asked, postings, on)).forEach((outcome, i) => {
    const request = decided[i];
    if (request) outcomes.set(request, outcome);
  });
  return requests.map((request): BetAnswer => {
    const { betId, memberId } = request;
    const outcome = outcomes.get(request);
    if (outcome) return { kind: 'answered', outcome, first: first.has(memberId), now };
    const view = { now, roomMinor: again.get(betId) ?? undefined };
    return { kind: stale.has(betId) ? 'limitsChanged' : 'rowsChanged', view };
  });
};

const pricedOf = (verdict: BetVerdict) => (verdict.refusal === undefined ? verdict : undefined);

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
  if (!now) throw new Error('The placing statement returned no timestamp');
  return { postings, again, stale, first, now };
};

const detailOf = (verdict: BetVerdict): string | null =>
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
