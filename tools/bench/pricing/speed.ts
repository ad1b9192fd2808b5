import { scoreGrid } from '@touchline/football/grid';
import type { GoalMeans } from '@touchline/football/scoring-rates';
import { invertPrices } from '@touchline/football/invert';
import { liveGrid } from '@touchline/football/live-grid';
import { priceEvent } from '@touchline/football/price';
import { fitStrengths } from '@touchline/football/strengths';
import type { BenchMatch } from './record.ts';

const EVENTS = 200;
const FITS = 9;

/** Milliseconds of processor time each, code warm: a busy machine does not count. */
export type Speed = { price: number; priceLive: number; fit: number; fitMatches: number; invert: number };

/** Times pricing of an event with all its markets, before and in play, the fit of a league, and an inversion. */
export const measureSpeed = (league: readonly BenchMatch[]): Speed => {
  const events = Array.from({ length: EVENTS }, (_, index): GoalMeans => {
    return { homeMean: 0.7 + (index % 20) / 10, awayMean: 0.6 + (index % 17) / 10 };
  });
  const timed = (run: (means: GoalMeans) => unknown): number => {
    for (const means of events) run(means);
    return millisecondsOf(() => events.forEach((means) => run(means))) / EVENTS;
  };
  const fit = () => fitStrengths(league, { asOf: Infinity });
  fit();
  const score = { home: 1, away: 0 };
  return {
    price: timed((means) => priceEvent(scoreGrid(means))),
    priceLive: timed((means) => priceEvent(liveGrid(means, { score, minute: 30, stoppageMinutes: 2 }))),
    fit: millisecondsOf(() => Array.from({ length: FITS }, fit)) / FITS,
    fitMatches: league.length,
    invert: timed(({ homeMean }) =>
      invertPrices({
        '1x2': [1500 + 400 * homeMean, 3600, 4500 - 700 * homeMean],
        overUnder: { line: '2.5', over: 1900, under: 1950 },
      }),
    ),
  };
};

const millisecondsOf = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
