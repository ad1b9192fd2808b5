import type { Bet, BuilderPart, Leg } from '@touchline/contract/shapes/bet';
import { expectedBuilderFactor } from '@touchline/football/builder';
import { expectedFactor } from '@touchline/football/fair-value';
import { marketLineOf } from '@touchline/football/leg-line';
import { marketOf } from '@touchline/football/graders';
import { builderFactor } from '@touchline/money/builder-factor';
import { factorOf, type Factor } from '@touchline/money/factor';
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
    const value = leg.parts ? appraiseBuilder(leg, leg.parts, board) : appraiseLeg(leg, board);
    if (value === undefined) return undefined;
    values.push(value.value);
    open.push(...value.open);
  }
  return { values, open };
};

type LegValue = { value: number; open: OpenLeg[] };

const appraiseLeg = (leg: Leg, board: Board): LegValue | undefined => {
  const oddsMilli = parseOdds(leg.odds) ?? 0;
  if (leg.outcome !== undefined) return { value: numberOf(factorOf(leg.outcome, oddsMilli)), open: [] };
  const on = openLeg(leg, board);
  const grid = on && fairGrid(on.event);
  return on && grid && { value: expectedFactor(grid, leg, oddsMilli), open: [on] };
};

/** A builder that is open is worth the mean of its factor over the scores, with its parts that are void taken out. */
const appraiseBuilder = (leg: Leg, parts: readonly BuilderPart[], board: Board): LegValue | undefined => {
  const subsets = (leg.subsets ?? []).map((odds) => parseOdds(odds) ?? 1000);
  const end = builderFactor(
    parts.map(({ outcome }) => outcome),
    subsets,
  );
  if (end !== undefined) return { value: numberOf(end.factor), open: [] };
  const open: OpenLeg[] = [];
  for (const part of parts) {
    if (part.outcome !== undefined) continue;
    const on = openLeg({ ...part, event: leg.event }, board);
    if (on === undefined) return undefined;
    open.push(on);
  }
  const [first] = open;
  const grid = first && fairGrid(first.event);
  const voided = new Set(parts.flatMap(({ outcome }, i) => (outcome === 'void' ? [i] : [])));
  return grid && { value: expectedBuilderFactor(grid, parts, subsets, voided), open };
};

const openLeg = (
  leg: Pick<Leg, 'event' | 'market' | 'selection' | 'line'>,
  board: Board,
): OpenLeg | undefined => {
  const event = board.event(leg.event);
  const line = marketLineOf(leg.market, leg.selection, leg.line ?? '');
  const market = board.market(leg.event, leg.market, line);
  if (!event || !market || event.silent) return undefined;
  if (market.state === 'open') return { event, market };
  // Not sold during the match, one-sided, or decided by its course: still valued by the grid.
  const isOver = event.ht !== undefined && marketOf(leg.market)?.period === 'ht';
  const isValued = isInPlay(event.state) || (event.state === 'scheduled' && market.oneSided === true);
  return market.state === 'closed' && isValued && !isOver ? { event, market } : undefined;
};

const numberOf = ({ num, den }: Factor): number => Number(num) / Number(den);
