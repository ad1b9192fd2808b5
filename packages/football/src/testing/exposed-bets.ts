import { factorOf } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import { CELL_COUNT, cellOutcomes } from '../exposure-cells.ts';
import { graderOf, type Leg } from '../grade.ts';
import type { Outcome } from '../market.ts';

/** A single on one match, as the tests of exposure know it. */
export type Bet = { leg: Leg; unitMinor: bigint; oddsMilli: number };

/** What the house loses on a bet, stake taken off, by how it ends. */
export const lossOf = ({ unitMinor, oddsMilli }: Bet, outcome: Outcome): bigint =>
  payout(unitMinor, factorOf(outcome, oddsMilli)) - unitMinor;

/** What the house loses on all of them, cell by cell. */
export const cellsOf = (bets: readonly Bet[]): Float64Array => {
  const cells = new Float64Array(CELL_COUNT);
  for (const bet of bets) {
    const { from, outcomes } = cellOutcomes(graderOf(bet.leg));
    for (const [index, outcome] of outcomes.entries()) {
      cells[from + index] = (cells[from + index] ?? 0) + Number(lossOf(bet, outcome));
    }
  }
  return cells;
};
