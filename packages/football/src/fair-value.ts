import type { Leg } from './grade.ts';
import type { Grid } from './grid.ts';
import { massOf } from './mass.ts';

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
 * @param oddsMilli odds at which the leg was struck, thousandths
 * @throws UnknownBet for a market, selection or line that does not exist
 */
export function expectedFactor(grid: Grid, leg: Leg, oddsMilli: number): number {
  const mass = massOf(grid, leg);
  const odds = oddsMilli / 1000;
  return mass.win * odds + (mass['half-win'] * (odds + 1)) / 2 + mass.push + mass['half-lose'] / 2;
}
