import type { Leg } from './grade.ts';
import type { Grid } from './grid.ts';
import { massOf } from './mass.ts';

/** What a unit of stake on a leg returns on average: `won` for each unit of its odds, and `returned` at any odds. */
export type Returns = { won: number; returned: number };

/**
 * The average return of a unit of stake on a leg, by the current grid: the sum over its outcomes of
 * chance × factor, with the factors of settlement (win o, half-win (o + 1)/2, push 1, half-lose ½, lose 0). For a
 * market without pushes that is odds × chance of winning. A leg the score has decided has exactly its factor.
 *
 * The fair value of an open bet (football-rules: potential return × probability of the open legs) is its stake times
 * the product over its legs, of different matches and so independent; a void leg counts 1. It is a chance and not an
 * amount: multiply last and round down once.
 * @param grid of the match now, before or during it
 * @param leg `line` of the selected side; `since` for a handicap struck in play
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function returnsOf(grid: Grid, leg: Leg): Returns {
  const mass = massOf(grid, leg);
  return {
    won: mass.win + mass['half-win'] / 2,
    returned: mass['half-win'] / 2 + mass.push + mass['half-lose'] / 2,
  };
}

/**
 * How far an offer for a leg lowers the chance of winning by the grid: an offer above the fair odds, as a price set by hand may be,
 * says that the chance is lower, and who buys at it must not sell at the grid's. The average return of the offer itself is then 1.
 * @param offeredMilli odds at which the same leg can be bought now, thousandths
 * @returns above 0, and at most 1
 */
export function chanceCut({ won, returned }: Returns, offeredMilli: number): number {
  const paid = (won * offeredMilli) / 1000;
  return paid + returned > 1 ? (1 - returned) / paid : 1;
}
