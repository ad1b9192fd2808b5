import type { LegPart, BetLeg } from '@touchline/contract/shapes/bet';
import { chanceCut, type Returns } from '@touchline/football/fair-value';
import { marketLineOf } from '@touchline/football/leg-line';
import { marketOf } from '@touchline/football/markets';
import { builderFactor } from '@touchline/money/builder-factor';
import { factorOf, type Factor } from '@touchline/money/factor';
import { parseOdds } from '@touchline/money/odds';
import { type Board, type BoardEvent, type BoardMarket, type Grids, isInPlay } from '../../pricing/index.ts';

/** An undecided leg, or an offer that lowers its value: the ground of a value. */
export type OpenLeg = { event: BoardEvent; market: BoardMarket };

/** The present values of a bet's legs, each as a factor on its stake, and their ground. */
export type Appraisal = { values: number[]; open: OpenLeg[] };

/** The matches behind open legs that have kicked off. */
export const playing = ({ open }: Pick<Appraisal, 'open'>, now: Date): BoardEvent[] =>
  open.map(({ event }) => event).filter(({ kickOff }) => kickOff.getTime() <= now.getTime());

/**
 * Values every leg of a bet: a decided one by its factor, an open one by its expectation on the score grid without margin, or
 * by the worst at which the same outcome is offered now where that is less.
 * @returns undefined while one of them cannot be valued: its market is suspended, its match is over and not
 *   yet graded or postponed, or it has no prices
 */
export const appraise = (
  bet: { legs: readonly ValuedLeg[] },
  board: Pick<Board, 'event' | 'market'>,
  grids: Grids,
): Appraisal | undefined => {
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

type ValuedLeg = Selected & Pick<BetLeg, 'event' | 'odds' | 'outcome' | 'parts' | 'subsets'>;
type Selected = Pick<BetLeg, 'market' | 'selection' | 'line' | 'since'>;
type LegValue = { value: number; open: OpenLeg[] };
type Prices = { board: Pick<Board, 'event' | 'market'>; grids: Grids };

const appraiseLeg = (leg: ValuedLeg, { board, grids }: Prices): LegValue | undefined => {
  const oddsMilli = parseOdds(leg.odds) ?? 0;
  if (leg.outcome !== undefined) return { value: numberOf(factorOf(leg.outcome, oddsMilli)), open: [] };
  const on = openLeg(leg, board);
  const returns = on && grids.returnsOf(on.event, leg);
  if (on === undefined || returns === undefined) return undefined;
  const won = (returns.won * oddsMilli) / 1000;
  const cut = cutOf(on.event, [leg], { returns, grids });
  return { value: won * cut.share + returns.returned, open: distinct([on, ...cut.by]) };
};

/** How far offers lower a chance, and the offer that does so the most, if one does. */
type Cut = { share: number; by: OpenLeg[] };

/**
 * How far the present offers for the outcome of a bet on one match lower its chance.
 * @param returns what it returns on average by the grid
 */
const cutOf = (
  event: BoardEvent,
  parts: readonly Selected[],
  { returns, grids }: { returns: Returns; grids: Grids },
): Cut => {
  let cut: Cut = { share: 1, by: [] };
  for (const { on, oddsMilli } of grids.sameOffers(event, parts)) {
    const share = chanceCut(returns, oddsMilli);
    if (share < cut.share) cut = { share, by: [{ event, market: on }] };
  }
  return cut;
};

/**
 * A builder that is open is worth the mean of its factor over the scores, with its parts that are void taken out, as far as the
 * offers for its parts allow.
 */
const appraiseBuilder = (
  leg: ValuedLeg,
  parts: readonly LegPart[],
  { board, grids }: Prices,
): LegValue | undefined => {
  const subsets = (leg.subsets ?? []).map((odds) => parseOdds(odds) ?? 1000);
  const end = builderFactor(
    parts.map(({ outcome }) => outcome),
    subsets,
  );
  if (end !== undefined) return { value: numberOf(end.factor), open: [] };
  const open: OpenLeg[] = [];
  const cuts: Cut[] = [];
  for (const part of parts) {
    if (part.outcome !== undefined) continue;
    const on = openLeg({ ...part, event: leg.event }, board);
    const returns = on && grids.returnsOf(on.event, part);
    if (on === undefined || returns === undefined) return undefined;
    open.push(on);
    cuts.push(cutOf(on.event, [part], { returns, grids }));
  }
  const [first] = open;
  const voided = new Set(parts.flatMap(({ outcome }, i) => (outcome === 'void' ? [i] : [])));
  const value = first && grids.builderFactor(first.event, parts, { subsets, voided });
  if (first === undefined || value === undefined) return undefined;
  const kept = parts.filter((_, i) => !voided.has(i));
  if (kept.length > 1) {
    // Several parts that are the same as a selection are all or nothing; the push of one alone returns the stake.
    const odds = subsets[kept.reduce((set, part) => set | (1 << parts.indexOf(part)), 0)] ?? 1000;
    const returns = { won: (1000 * value) / odds, returned: 0 };
    cuts.push(cutOf(first.event, kept, { returns, grids }));
  }
  const least = cuts.reduce((one, other) => (other.share < one.share ? other : one));
  return { value: value * least.share, open: distinct([...open, ...cuts.flatMap(({ by }) => by)]) };
};

/** Several offers can be of one market. */
const distinct = (open: readonly OpenLeg[]): OpenLeg[] => [
  ...new Map(open.map((leg) => [leg.market, leg])).values(),
];

const openLeg = (
  leg: Pick<BetLeg, 'event' | 'market' | 'selection' | 'line'>,
  board: Prices['board'],
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
