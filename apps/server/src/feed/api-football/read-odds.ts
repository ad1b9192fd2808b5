import { ImpossiblePrices, invertPrices } from '@touchline/football/invert';
import { bestPrices } from '../best-prices.ts';
import type { FeedMatch } from '../snapshot.ts';
import type { ApiOdds } from './schema.ts';

type Brought = NonNullable<FeedMatch['prices']>;

const milli = (odd: string): number => Math.round(Number(odd) * 1_000);

/**
 * The goal means that a fixture's odds imply, from the first bookmaker that has both a winner and a total.
 * @returns neither when none has; `problem` when they cannot be prices of one match
 */
export const meansOf = ({ bookmakers }: ApiOdds): { prices?: Brought; problem?: string } => {
  for (const { name, bets } of bookmakers) {
    const winner = bets.find((bet) => bet.name === 'Match Winner')?.values;
    const odds = (value: string) => winner?.find((each) => each.value === value)?.odd;
    const [home, draw, away] = ['Home', 'Draw', 'Away'].map(odds);
    const total = evenTotal(bets.find((bet) => bet.name === 'Goals Over/Under')?.values ?? []);
    if (home === undefined || draw === undefined || away === undefined || total === undefined) continue;
    try {
      const { means, rho } = invertPrices({
        '1x2': [milli(home), milli(draw), milli(away)],
        overUnder: total,
      });
      const best = bestPrices([
        { market: '1x2', source: name, oddsMilli: [milli(home), milli(draw), milli(away)] },
        { market: 'over_under', line: total.line, source: name, oddsMilli: [total.over, total.under] },
      ]);
      return { prices: { means: { ...means, rho }, source: name, best } };
    } catch (error) {
      if (error instanceof ImpossiblePrices) return { problem: `${name}: ${error.message}` };
      throw error;
    }
  }
  return {};
};

type Values = ApiOdds['bookmakers'][number]['bets'][number]['values'];

/** The line whose two prices are nearest to each other, since it says the most about the total. */
const evenTotal = (values: Values): { line: string; over: number; under: number } | undefined => {
  const price = (name: string) => values.find(({ value }) => value === name)?.odd;
  const lines = values.flatMap(
    ({ value }) => /^Over (\d+(?:\.(?:25|5|75))?)$/.exec(String(value))?.[1] ?? [],
  );
  const both = lines.flatMap((line) => {
    const [over, under] = [price(`Over ${line}`), price(`Under ${line}`)];
    return over === undefined || under === undefined
      ? []
      : [{ line, over: milli(over), under: milli(under) }];
  });
  return both.toSorted((a, b) => Math.abs(a.over - a.under) - Math.abs(b.over - b.under))[0];
};
