import type pg from 'pg';
import type { Owner } from '../../core/owner.ts';
import { chunkSize } from './chunk.ts';
import { fromStart, selectDueBy, selectHolding, type DueBetKey, type DueBet } from './chunk-rows.ts';
import { changeOf } from './domain.ts';
import { gradesBy } from './grades-by.ts';
import type { MatchDecision, Void } from './grading.ts';
import { checkClaim, type ResultClaim, completed, RulingRefused } from '../../catalogue/index.ts';
import { selectDecision, selectLastRuling, selectVersion } from './ruling-rows.ts';

/**
 * The assumption: a version of the result, a claim that no source has made, a void, a revoked void, or only
 * the present rulings.
 */
export type Assumed =
  | { result: number }
  | { claim: ResultClaim }
  | { voided: Void }
  | { undone: number }
  | 'ruled';

/** Bets that would change, and money that would move, in minor units. */
type Totals = { bets: number; paysMinor: bigint; takesMinor: bigint };

export type DryRun = Totals & {
  settled: number;
  /** Settled before, and different now. */
  resettled: number;
  /** Settled before, and running again. */
  reopened: number;
  /** Legs on the event that would stay without a grade. */
  open: number;
  /** By the market of a bet's leg on the event. */
  markets: Record<string, Totals>;
  /** The first of the bets that would change, or have a void leg while they run. */
  listed: (Owner & { betId: string })[];
};

/** How many bets are listed. */
const listedMost = 200;

/**
 * Computes a run over the bets of an event without writing. A claw-back is the requested amount; what the
 * wallets have shows when it is taken.
 */
export const dryRun = async (pool: pg.Pool, eventId: string, assumed: Assumed): Promise<DryRun> => {
  const { grades } = await gradesBy(pool, eventId, await decisionBy(pool, eventId, assumed));
  const sum: DryRun = {
    ...noTotals(),
    settled: 0,
    resettled: 0,
    reopened: 0,
    open: 0,
    markets: {},
    listed: [],
  };
  for (const shard of await selectHolding(pool, eventId)) {
    let after: DueBetKey | undefined = fromStart;
    while (after) {
      const due: DueBet[] = await selectDueBy(pool, { shard, eventId, after, limit: chunkSize }, grades);
      after = due.length < chunkSize ? undefined : due.at(-1);
      for (const bet of due) {
        if (bet.outcome === undefined) sum.open += 1;
        const change = changeOf(bet);
        const isListed = change !== undefined || (bet.state === 'open' && bet.outcome === 'void');
        if (isListed && sum.listed.length < listedMost) {
          sum.listed.push({ shard, memberId: bet.memberId, betId: bet.id });
        }
        if (!change) continue;
        for (const totals of [sum, (sum.markets[bet.market] ??= noTotals())]) {
          totals.bets += 1;
          totals.paysMinor += change.credit;
          totals.takesMinor += change.debit;
        }
        if (change.before.state === 'open') sum.settled += 1;
        else if (change.after.state === 'open') sum.reopened += 1;
        else sum.resettled += 1;
      }
    }
  }
  return sum;
};

const noTotals = (): Totals => ({ bets: 0, paysMinor: 0n, takesMinor: 0n });

const decisionBy = async (pool: pg.Pool, eventId: string, assumed: Assumed): Promise<MatchDecision> => {
  const version = await selectLastRuling(pool, eventId);
  const found = await selectDecision(pool, { eventId, version });
  const ruled: MatchDecision = found ?? { counting: undefined, voids: [] };
  if (assumed === 'ruled') return ruled;
  if ('claim' in assumed) {
    checkClaim(assumed.claim);
    const claim = completed(assumed.claim, ruled.counting);
    return claim.kind === 'awarded' ? ruled : { ...ruled, counting: claim };
  }
  if ('result' in assumed) {
    const counting = await selectVersion(pool, eventId, assumed.result);
    if (!counting) throw new RulingRefused('not_proposed');
    // An award decides nothing.
    return counting.kind === 'awarded' ? ruled : { ...ruled, counting };
  }
  if ('voided' in assumed) return { ...ruled, voids: [...ruled.voids, assumed.voided] };
  const { undone } = assumed;
  if (!found?.voids.some((rule) => rule.version === undone)) throw new RulingRefused('no_such_void');
  return { ...ruled, voids: found.voids.filter((rule) => rule.version !== undone) };
};
