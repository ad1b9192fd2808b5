import type { Bet, BuilderPart, Leg } from '@touchline/contract/shapes/bet';
import { chanceCut, type Returns } from '@touchline/football/fair-value';
import { marketLineOf } from '@touchline/football/leg-line';
import { marketOf } from '@touchline/football/graders';
import type { Score } from '@touchline/football/score';
import { builderFactor } from '@touchline/money/builder-factor';
import { factorOf, type Factor } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { isInPlay, type Board, type BoardEvent, type BoardMarket } from '../board/board.ts';
import { countsFromBet } from '../builder/stored-parts.ts';
import type { Grids } from '../trading/grids.ts';

/** An undecided leg: the ground of its value. */
export type OpenLeg = { event: BoardEvent; market: BoardMarket };

/** The present values of a bet's legs, each as a factor on its stake, and their ground. */
export type Appraisal = { values: number[]; open: OpenLeg[] };

/** The matches behind open legs that have kicked off. */
export const playing = ({ open }: Pick<Appraisal, 'open'>, now: Date): BoardEvent[] =>
  open.map(({ event }) => event).filter(({ kickOff }) => kickOff.getTime() <= now.getTime());

/**
 * Values every leg of a bet: a decided one by its factor, an open one by its expectation on the score grid without margin, or
 * by what the same selection is offered at now where that is less.
 * @returns undefined while one of them cannot be valued: its market is suspended, its match is over and not
 *   yet graded or postponed, or it has no prices
 */
export const appraise = (bet: Bet, board: Board, grids: Grids): Appraisal | undefined => {
  const values: number[] = [];
  const open: OpenLeg[] = [];
  for (const leg of bet.legs) {
    const value = leg.parts
      ? appraiseBuilder(leg, leg.parts, { board, grids })
      : appraiseLeg(leg, { board, grids });
    if (value === undefined) return undefined;
    values.push(value.value);
    open.push(...value.open);
  }
  return { values, open };
};

type LegValue = { value: number; open: OpenLeg[] };
type Prices = { board: Board; grids: Grids };

const appraiseLeg = (leg: Leg, { board, grids }: Prices): LegValue | undefined => {
  const oddsMilli = parseOdds(leg.odds) ?? 0;
  if (leg.outcome !== undefined) return { value: numberOf(factorOf(leg.outcome, oddsMilli)), open: [] };
  const on = openLeg(leg, board);
  const returns = on && grids.returnsOf(on.event, leg);
  if (on === undefined || returns === undefined) return undefined;
  const won = (returns.won * oddsMilli) / 1000;
  return { value: won * cutOf(on, leg, returns) + returns.returned, open: [on] };
};

type Selected = Pick<Leg, 'market' | 'selection' | 'line' | 'since'>;

/** How far the present offer for a selection lowers its chance. */
const cutOf = ({ event, market }: OpenLeg, leg: Selected, returns: Returns): number => {
  const offeredMilli = market.oddsMilli[market.selections.indexOf(leg.selection)] ?? 0;
  // What counts the goals after the bet is another selection since the lead has changed.
  const isSame = !countsFromBet(leg.market) || leadOf(leg.since) === leadOf(event.score);
  return market.state === 'open' && offeredMilli > 0 && isSame ? chanceCut(returns, offeredMilli) : 1;
};

const leadOf = (score: Score | undefined): number => (score === undefined ? 0 : score.home - score.away);

/**
 * A builder that is open is worth the mean of its factor over the scores, with its parts that are void taken out, as far as the
 * offers for its parts allow.
 */
const appraiseBuilder = (
  leg: Leg,
  parts: readonly BuilderPart[],
  { board, grids }: Prices,
): LegValue | undefined => {
  const subsets = (leg.subsets ?? []).map((odds) => parseOdds(odds) ?? 1000);
  const end = builderFactor(
    parts.map(({ outcome }) => outcome),
    subsets,
  );
  if (end !== undefined) return { value: numberOf(end.factor), open: [] };
  const open: OpenLeg[] = [];
  let cut = 1;
  for (const part of parts) {
    if (part.outcome !== undefined) continue;
    const on = openLeg({ ...part, event: leg.event }, board);
    const returns = on && grids.returnsOf(on.event, part);
    if (on === undefined || returns === undefined) return undefined;
    open.push(on);
    cut = Math.min(cut, cutOf(on, part, returns));
  }
  const [first] = open;
  const voided = new Set(parts.flatMap(({ outcome }, i) => (outcome === 'void' ? [i] : [])));
  const value = first && grids.builderFactor(first.event, parts, { subsets, voided });
  return value === undefined ? undefined : { value: value * cut, open };
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
