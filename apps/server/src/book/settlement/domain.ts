import { grade } from '@touchline/football/grade';
import type { Result } from '@touchline/football/score';
import { factorOf, type LegOutcome } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';

/** A selection somebody may have bet on. `line` is '' for a market without lines. */
export type Quoted = { market: string; line: string; selection: string };

/** A selection with its grade under one version of a result. */
export type Graded = Quoted & { outcome: LegOutcome };

/** The grades a result decides; selections whose half is not over are left out. */
export const gradeAll = (quoted: readonly Quoted[], result: Result): Graded[] =>
  quoted.flatMap((q) => {
    const outcome = grade(q.market, q.selection, q.line === '' ? undefined : q.line, result);
    return outcome === 'unsettled' ? [] : [{ ...q, outcome }];
  });

/** An unpaid or differently paid single with the grade of its leg. Amounts in minor units. */
export type DueBet = {
  memberId: string;
  id: string;
  stake: bigint;
  oddsMilli: number;
  outcome: LegOutcome;
  /** What earlier versions of the result paid; null when none settled it. */
  paidBefore: bigint | null;
};

/** What settling a bet does: its new state and payout, and the difference to what was paid before. */
export type Settled = {
  memberId: string;
  id: string;
  state: 'win' | 'lose' | 'refund';
  payout: bigint;
  difference: bigint;
  /** A returned stake goes back from the stakes, winnings and later corrections come from the payouts. */
  kind: 'payout' | 'refund' | 'correction';
};

/** State of a bet or leg by its outcome: half-win and half-lose show under win and lose. */
export const stateOf: Readonly<Record<LegOutcome, Settled['state']>> = {
  win: 'win',
  'half-win': 'win',
  push: 'refund',
  void: 'refund',
  'half-lose': 'lose',
  lose: 'lose',
};

/** Settles one bet by its leg's grade: payout = floor(stake × factor), once. */
export const settle = (bet: DueBet): Settled => {
  const pays = payout(bet.stake, factorOf(bet.outcome, bet.oddsMilli));
  const state = stateOf[bet.outcome];
  return {
    memberId: bet.memberId,
    id: bet.id,
    state,
    payout: pays,
    difference: pays - (bet.paidBefore ?? 0n),
    kind: kindOf(state, bet.paidBefore !== null),
  };
};

const kindOf = (state: Settled['state'], again: boolean): Settled['kind'] => {
  if (again) return 'correction';
  return state === 'refund' ? 'refund' : 'payout';
};
