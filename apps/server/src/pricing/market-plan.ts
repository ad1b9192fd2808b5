import type { EventState, MarketState } from '@touchline/contract/shapes/football';
import { isBeyondLead } from '@touchline/football/exposure-cells';
import { scoreGrid, type Grid } from '@touchline/football/grid';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import { EXPECTED_STOPPAGE, liveGrid } from '@touchline/football/live-grid';
import { isMarketName, markets } from '@touchline/football/markets';
import { isOneSided, priceEvent, priceMarket, worseOf, type MarketPrice } from '@touchline/football/price';
import type { Score } from '@touchline/football/score';
import { fedState, isInPlay, marketKey, type BoardEvent, type BoardMarket } from './board/board.ts';
import type { BestPrice } from './board/basis.ts';
import { marginsOf, spreadsOf, type MarketOffers } from './board/offer.ts';
import { boundedBy } from './best-prices.ts';
import { withEqualPrices } from './equal-prices.ts';

/** What prices depend on. */
export type Situation = {
  state: EventState;
  /** Without them nothing is priced, and nothing new opens. */
  means?: GoalMeans | undefined;
  /** 0 … 45 and on in the first half, 45 … 90 and on in the second: the earliest at which the prices are in force. */
  clockMinute: number;
  score: Score;
  /** Present once the first half is complete. */
  ht?: Score | undefined;
  /** Red cards of each side so far. */
  redCards?: Score | undefined;
  /** Betting is suspended briefly: a goal has just fallen. */
  isSuspended: boolean;
  /** Bookmaker prices that none may exceed. */
  bounds?: readonly BestPrice[] | undefined;
};

/** A market's new state, and the reason. */
export type MarketWrite = Omit<BoardMarket, 'eventId' | 'version' | 'moves' | 'fed' | 'stopped'> & {
  why: Why;
};
type Why =
  | 'opened'
  | 'results'
  | 'kick_off'
  | 'clock'
  | 'goal'
  | 'lead'
  | 'one_sided'
  | 'silence'
  | 'reopened'
  | 'decided'
  | 'half_time'
  | 'full_time'
  | 'offer'
  | 'not_offered'
  | 'called_off';

/**
 * The changes of an event's markets. One score grid prices them all; while the clock runs, prices hold for a minute, so each is the
 * worse for a bettor of its start and its end. An outcome that several markets offer has one price. A closed market stays closed; a
 * selection that can no longer win has odds 0; a market without any other selection left closes. A one-sided
 * market takes no bets until its favourite can be priced again.
 * @param current the present markets, by `marketKey`
 * @param offer margins, and what is offered during the match
 * @returns only markets whose state or prices differ
 */
export const planMarkets = (
  situation: Situation,
  current: ReadonlyMap<string, BoardMarket>,
  offer: MarketOffers,
): MarketWrite[] => {
  const pricing = { grids: gridsOf(situation), offer };
  const changes = [...current.values()]
    .filter(isOnSale)
    .map((market) => change(market, situation, pricing))
    .filter((write) => write !== undefined);
  return equalised([...changes, ...newMarkets(situation, pricing, current)], situation, pricing).filter(
    (write) => differs(write, current.get(marketKey(write.market, write.line))),
  );
};

const isOnSale = (market: BoardMarket): boolean => ['open', 'suspended'].includes(fedState(market));

const equalised = (
  writes: readonly MarketWrite[],
  { bounds }: Situation,
  { grids: [grid] }: Pricing,
): MarketWrite[] => (grid === undefined ? [...writes] : withEqualPrices(writes, grid, bounds));

/**
 * The markets on sale of an event by the model, independent of their present prices, by `marketKey`; without those that have no prices.
 * @param current the present markets
 */
export const modelMarkets = (
  situation: Situation,
  current: ReadonlyMap<string, BoardMarket>,
  offer: MarketOffers,
): Map<string, MarketWrite> => {
  const pricing = { grids: gridsOf(situation), offer };
  const writes = [...current.values()].filter(isOnSale).flatMap(({ market, line, inPlay }) => {
    if (!isMarketName(market)) return [];
    const price = priceOf({ market, line: line === '' ? undefined : line }, pricing);
    return price === undefined ? [] : [toWrite(boundedBy(price, situation.bounds), inPlay, 'results')];
  });
  const isOff = ({ market }: MarketWrite) => isMarketName(market) && offer[market].isOff === true;
  const offered = equalised(
    writes.filter((write) => !isOff(write)),
    situation,
    pricing,
  );
  return new Map(
    [...offered, ...writes.filter(isOff)].map((write) => [marketKey(write.market, write.line), write]),
  );
};

/** Suspends every open market of a match. */
export const stopAll = (event: Pick<BoardEvent, 'markets'>, why: 'silence' | 'kick_off'): MarketWrite[] =>
  [...event.markets.values()]
    .filter((market) => fedState(market) === 'open')
    .map((market) => ({ ...withoutVersion(market), state: 'suspended', why }));

/** The score grid of a situation, without margin; undefined when nothing can be priced. */
export const gridOf = ({ state, means, clockMinute, score, ht, redCards }: Situation): Grid | undefined => {
  if (means === undefined) return undefined;
  if (state === 'scheduled') return scoreGrid(means);
  if (!isInPlay(state)) return undefined;
  const [played, expected] =
    ht === undefined ? [clockMinute, EXPECTED_STOPPAGE.first] : [clockMinute - 45, EXPECTED_STOPPAGE.second];
  // Stoppage time that exceeds the expectation may last another minute.
  const stoppageMinutes = Math.max(expected, played - 45 + 1);
  return liveGrid(means, { score, minute: clockMinute, ht, stoppageMinutes, redCards });
};

/** The grids of the times between which the prices of a situation hold: a minute while the clock runs, else one time. */
const gridsOf = (situation: Situation): Grid[] => {
  const { state, clockMinute, isSuspended } = situation;
  const times = state === 'live' && !isSuspended ? [clockMinute, clockMinute + 1] : [clockMinute];
  return times
    .map((time) => gridOf({ ...situation, clockMinute: time }))
    .filter((grid) => grid !== undefined);
};

/** What prices are made with; nothing is priced without a grid. */
type Pricing = { grids: readonly Grid[]; offer: MarketOffers };

/** A market by each grid. */
const pricesAt = (
  { market, line }: Pick<MarketPrice, 'market' | 'line'>,
  { grids, offer }: Pricing,
): MarketPrice[] => {
  const { margin, spread } = offer[market];
  return grids.map((grid) => priceMarket({ market, grid, line, margin, spread }));
};

/** A market in the worst for a bettor of all grids. */
const priceOf = (market: Pick<MarketPrice, 'market' | 'line'>, pricing: Pricing): MarketPrice | undefined => {
  const [first, ...others] = pricesAt(market, pricing);
  return first && others.reduce(worseOf, first);
};

const change = (market: BoardMarket, situation: Situation, pricing: Pricing): MarketWrite | undefined => {
  const { offer } = pricing;
  const as = (state: MarketState, why: Why): MarketWrite => ({ ...withoutVersion(market), state, why });
  const { state, ht, isSuspended } = situation;
  if (state === 'finished') return as('closed', 'full_time');
  // A postponed match may be played within the time that bets stay valid.
  if (state === 'postponed') return as('suspended', 'called_off');
  if (state !== 'scheduled' && !isInPlay(state)) return as('closed', 'called_off');
  if (isInPlay(state) && !market.inPlay) return as('closed', 'kick_off');
  if (!isMarketName(market.market)) return undefined;
  if (ht !== undefined && markets[market.market].period === 'ht') return as('closed', 'half_time');
  if (offer[market.market].isOff === true) return as('suspended', 'not_offered');
  if (isSuspended) return as('suspended', 'goal');
  if (pricing.grids.length === 0) return undefined;
  if (markets[market.market].countsFromBet === true && isBeyondLead(situation.score)) {
    return as('suspended', 'lead');
  }
  const line = market.line === '' ? undefined : market.line;
  const price = priceOf({ market: market.market, line }, pricing);
  if (price === undefined) return undefined;
  const priced = toWrite(boundedBy(price, situation.bounds), market.inPlay, 'clock');
  if (priced.state === 'closed' || priced.oneSided === true) return priced;
  if (fedState(market) === 'suspended') return { ...priced, why: 'reopened' };
  return state === 'scheduled' ? { ...priced, why: 'results' } : priced;
};

/** Markets and lines worth offering that are new to the event. */
const newMarkets = (
  { state, ht, isSuspended, bounds }: Situation,
  { grids, offer }: Pricing,
  current: ReadonlyMap<string, BoardMarket>,
): MarketWrite[] => {
  const [grid, ...others] = grids;
  if (grid === undefined || isSuspended) return [];
  return priceEvent(grid, { margins: marginsOf(offer), spreads: spreadsOf(offer) })
    .filter(({ market, line }) => !current.has(marketKey(market, line)) && offer[market].isOff !== true)
    .filter(({ market, line }) => state === 'scheduled' || (offer[market].inPlay && isHalfLine(line)))
    .filter(({ market }) => ht === undefined || markets[market].period !== 'ht')
    .map((price) => pricesAt(price, { grids: others, offer }).reduce(worseOf, price))
    .map((price) => toWrite(boundedBy(price, bounds), offer[price.market].inPlay, 'opened'))
    .filter(({ state }) => state !== 'closed')
    .filter(({ oneSided }) => oneSided !== true);
};

/**
 * The most even line wanders through the quarters during a match; only half lines join then, so that few stay
 * open.
 */
const isHalfLine = (line: string | undefined): boolean => line === undefined || line.endsWith('.5');

const toWrite = (price: MarketPrice, inPlay: boolean, why: Why): MarketWrite => {
  const { market, line = '', margin, selections } = price;
  const oneSided = isOneSided(price);
  const isDecided = selections.every(({ decided }) => decided);
  return {
    market,
    line,
    state: isDecided ? 'closed' : oneSided ? 'suspended' : 'open',
    oneSided: oneSided || undefined,
    inPlay,
    marginBp: Math.round(margin * 10_000),
    selections: selections.map(({ selection }) => selection),
    oddsMilli: selections.map(({ decided, oddsMilli }) => (decided || oneSided ? 0 : oddsMilli)),
    why: isDecided ? 'decided' : oneSided ? 'one_sided' : why,
  };
};

const withoutVersion = ({ market, line, inPlay, marginBp, selections, oddsMilli }: BoardMarket) => ({
  market,
  line,
  inPlay,
  marginBp,
  selections,
  oddsMilli,
});

const differs = (write: MarketWrite, market: BoardMarket | undefined): boolean =>
  market === undefined ||
  write.state !== fedState(market) ||
  (write.oneSided === true) !== (market.oneSided === true) ||
  write.oddsMilli.some((odds, index) => odds !== market.oddsMilli[index]);
