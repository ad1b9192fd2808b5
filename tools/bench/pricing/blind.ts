import { grade } from '@touchline/football/grade';
import { scoreGrid, type Grid } from '@touchline/football/grid';
import { legLineOf } from '@touchline/football/leg-line';
import { EXPECTED_STOPPAGE, liveGrid } from '@touchline/football/live-grid';
import { priceEvent, type MarketPrice, type SelectionPrice } from '@touchline/football/price';
import type { Result, Score } from '@touchline/football/score';
import type { Forecast } from './forecasts.ts';
import { scoreAt, type BenchGoal } from './goals.ts';
import type { Bet } from './returns.ts';

/** Lines that are classes of their own, in addition to the main line and all lines together. */
const NAMED_LINES: Readonly<Record<string, readonly string[]>> = {
  over_under: ['1.5', '2.5', '3.5'],
  ht_over_under: ['0.5', '1.5'],
};
/** Odds of a side in 1X2 from which it counts as a long shot too, in thousandths. */
const LONG_SHOT_MILLI = 6000;
const HALF_MINUTES = 45;
/** Late in each half too, where prices hang on how goals are spread over it and on the stoppage time expected. */
const MINUTES = [35, 60, 80] as const;
const IN_PLAY_MARKETS = ['1x2', 'asian_handicap', 'over_under', 'ht_over_under'] as const;

type Match = Pick<Forecast, 'means' | 'rho'> & { result: Result };

/** Every bet that our prices before kick-off take, once for each class it belongs to. */
export const betsBefore = ({ means, rho, result }: Match): Bet[] => {
  const { offers, mainLines } = offersOf(scoreGrid(means, rho));
  return offers.flatMap((offer) =>
    betsOn(offer, { result, names: namesBefore(offer, mainLines.get(offer.market)) }),
  );
};

/** The bets on the result, and on the main lines of handicap and goals, at half time, by who leads. */
export const betsAtHalfTime = (match: Match): Bet[] => {
  const { ht } = match.result;
  return ht === undefined ? [] : betsAt(match, { name: 'half time', score: ht, ht, minute: HALF_MINUTES });
};

/** The same while a half runs, and on its goals in the first, where the minutes of all goals are known. */
export const betsWhileItRuns = (match: Match, goals: readonly BenchGoal[] | undefined): Bet[] => {
  if (goals === undefined) return [];
  return MINUTES.flatMap((minute) => {
    const ht = minute >= HALF_MINUTES ? match.result.ht : undefined;
    return betsAt(match, { name: `minute ${minute}`, score: scoreAt(goals, minute), ht, minute });
  });
};

/** A time of the match, the score at it, and that at half time from there on. */
type Point = { name: string; score: Score; ht: Score | undefined; minute: number };

const betsAt = ({ means, rho, result }: Match, { name, score, ht, minute }: Point): Bet[] => {
  const stoppageMinutes = EXPECTED_STOPPAGE[ht === undefined ? 'first' : 'second'];
  const grid = liveGrid(means, { score, minute, ht, stoppageMinutes }, rho);
  const { offers, mainLines } = offersOf(grid, IN_PLAY_MARKETS);
  return offers
    .filter(({ market, line }) => line === mainLines.get(market))
    .flatMap((offer) =>
      betsOn(offer, {
        result,
        since: score,
        names: namesByLead(offer, score).map((of) => `${name} ${of}`),
      }),
    );
};

type Offer = SelectionPrice & Pick<MarketPrice, 'market' | 'line'>;

/** The selections with a price, and the line of each market where both sides are most nearly even. */
const offersOf = (grid: Grid, markets?: typeof IN_PLAY_MARKETS) => {
  const prices = priceEvent(grid, { markets });
  const mainLines = new Map(
    [...Map.groupBy(prices, ({ market }) => market)].map(([market, lines]) => {
      const unevenness = ({ selections }: MarketPrice) => Math.abs((selections[0]?.probability ?? 0) - 0.5);
      return [market, lines.toSorted((a, b) => unevenness(a) - unevenness(b))[0]?.line];
    }),
  );
  const offers = prices.flatMap(({ market, line, selections }): Offer[] =>
    selections.filter(({ decided }) => !decided).map((selection) => ({ ...selection, market, line })),
  );
  return { offers, mainLines };
};

const betsOn = (
  { market, line, selection, oddsMilli, probability }: Offer,
  { result, since, names }: { result: Result; since?: Score; names: readonly string[] },
): Bet[] => {
  const outcome = grade(market, selection, legLineOf(market, selection, line), result, since);
  if (outcome === 'unsettled') return [];
  return names.map((name) => ({ name, oddsMilli, chance: probability, outcome }));
};

const namesBefore = (
  { market, line, selection, oddsMilli }: Offer,
  mainLine: string | undefined,
): string[] => {
  if (line === undefined) {
    const isLongShot = market === '1x2' && selection !== 'X' && oddsMilli >= LONG_SHOT_MILLI;
    return [`${market} ${selection}`, ...(isLongShot ? ['1x2 side from 6.00'] : [])];
  }
  const names = [`${market} all lines ${selection}`];
  if (line === mainLine) names.push(`${market} main line ${selection}`);
  if (NAMED_LINES[market]?.includes(line) === true) names.push(`${market} ${line} ${selection}`);
  return names;
};

/** A selection by the lead of the side it backs; goals and the draw by the lead of either. */
const namesByLead = ({ market, selection }: Offer, { home, away }: Score): string[] => {
  const lead = home - away;
  const ofSide: Readonly<Record<string, number>> = { '1': lead, home: lead, '2': -lead, away: -lead };
  const own = ofSide[selection];
  if (own !== undefined) return [`${market} ${leadName(own)}`];
  const far = Math.min(2, Math.abs(lead));
  return [`${market} ${selection}, ${far === 0 ? 'level' : `lead of ${far === 2 ? '2+' : '1'}`}`];
};

const leadName = (lead: number): string => {
  if (lead === 0) return 'side level';
  return `side ${Math.abs(lead) >= 2 ? '2+' : '1'} ${lead > 0 ? 'ahead' : 'behind'}`;
};
