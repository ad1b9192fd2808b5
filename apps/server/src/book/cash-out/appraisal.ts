import type { Bet, Leg } from '@touchline/contract/shapes/bet';
import { expectedFactor } from '@touchline/football/fair-value';
import { marketLineOf } from '@touchline/football/leg-line';
import { marketOf } from '@touchline/football/graders';
import { factorOf } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { isInPlay, type Board, type BoardEvent, type BoardMarket } from '../board/board.ts';
import { fairGrid } from '../trading/fair-grid.ts';

/** An undecided leg: the ground of its value. */
export type OpenLeg = { event: BoardEvent; market: BoardMarket };

/** The present values of a bet's legs, each as a factor on its stake, and their ground. */
export type Appraisal = { values: number[]; open: OpenLeg[] };

/**
 * Values every leg of a bet: a decided one by its factor, an open one by its expectation on the score grid,
 * without margin.
 * @returns undefined while one of them cannot be valued: its market is suspended, its match is over and not
 *   yet graded or postponed, or it has no prices
 */
export const appraise = (bet: Bet, board: Board): Appraisal | undefined => {
  const values: number[] = [];
  const open: OpenLeg[] = [];
  for (const leg of bet.legs) {
    const oddsMilli = parseOdds(leg.odds) ?? 0;
    if (leg.outcome !== undefined) {
      values.push(factor(leg.outcome, oddsMilli));
      continue;
    }
    const on = openLeg(leg, board);
    const grid = on && fairGrid(on.event);
    if (!on || !grid) return undefined;
    values.push(expectedFactor(grid, leg, oddsMilli));
    open.push(on);
  }
  return { values, open };
};

const openLeg = (leg: Leg, board: Board): OpenLeg | undefined => {
  const event = board.event(leg.event);
  const line = marketLineOf(leg.market, leg.selection, leg.line ?? '');
  const market = board.market(leg.event, leg.market, line);
  if (!event || !market || event.silent) return undefined;
  if (market.state === 'open') return { event, market };
  // Not sold during the match, or decided by its course: still valued by the grid.
  const isOver = event.ht !== undefined && marketOf(leg.market)?.period === 'ht';
  return market.state === 'closed' && isInPlay(event.state) && !isOver ? { event, market } : undefined;
};

const factor = (outcome: Parameters<typeof factorOf>[0], oddsMilli: number): number => {
  const { num, den } = factorOf(outcome, oddsMilli);
  return Number(num) / Number(den);
};
