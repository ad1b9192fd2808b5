import { formatLine, parseLine } from '@touchline/football/line';
import type { BestPrice } from '../pricing/index.ts';

/** Prices of one market from one bookmaker, in the order of the market's selections. */
export type HousePrices = {
  market: string;
  line?: string | undefined;
  source: string;
  oddsMilli: readonly number[];
};

/** The longest price of each selection among the bookmakers, with who offers it. */
export const bestPrices = (houses: readonly HousePrices[]): BestPrice[] =>
  [...Map.groupBy(houses, ({ market, line }) => `${market}|${lineOf(line)}`).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const best = first.oddsMilli.map((_, index) =>
      same.reduce((a, b) => ((b.oddsMilli[index] ?? 0) > (a.oddsMilli[index] ?? 0) ? b : a)),
    );
    return {
      market: first.market,
      line: lineOf(first.line),
      oddsMilli: best.map(({ oddsMilli }, index) => oddsMilli[index] ?? 0),
      sources: best.map(({ source }) => source),
    };
  });

/** As the board writes it; '' for a market without lines. */
const lineOf = (line: string | undefined): string => {
  const quarters = line === undefined ? undefined : parseLine(line);
  return quarters === undefined ? '' : formatLine(quarters);
};
