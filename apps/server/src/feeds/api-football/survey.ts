import { importProblem } from '@touchline/football/import/imported-match';
import { ImpossiblePrices, invertPrices } from '@touchline/football/invert';
import { bestPrices } from '../best-prices.ts';
import type { FeedMatch, Snapshot } from '../snapshot.ts';
import type { ApiFootball, ApiCall, League } from './api.ts';
import { fixtureName, Implausible, toFeedMatch } from './read-fixture.ts';
import type { ApiFixture, ApiOdds } from './schema.ts';

export const FEED = 'api-football';

/** Days before and after today in a survey: results still missing, and matches open for bets. */
const [DAYS_BEFORE, DAYS_AFTER] = [3, 21] as const;
/** A league has no more pages of odds than this; more are a fault of the service. */
const PAGES_MAX = 40;
const DAY_MS = 86_400_000;

/**
 * Surveys one league: its fixtures and their odds, one call at a time.
 * @yields the result of each call; the caller says when the next may be made
 * @returns the snapshot, or undefined when the fixtures were not available. Unavailable odds are left out.
 */
export async function* surveyOf(
  api: ApiFootball,
  league: League,
  { now, bookmaker }: { now: Date; bookmaker: number },
): AsyncGenerator<ApiCall<unknown>, Snapshot | undefined> {
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const fixtures = await api.between(league, day(-DAYS_BEFORE), day(DAYS_AFTER));
  yield fixtures;
  if (fixtures.answer === undefined) return undefined;
  const problems = [...fixtures.answer.problems];
  const odds = new Map<number, ApiOdds>();
  for (let page = 1, pages = 1; page <= Math.min(pages, PAGES_MAX); page++) {
    const call = await api.odds(league, bookmaker, page);
    yield call;
    if (call.answer === undefined) break;
    pages = call.answer.pages;
    problems.push(...call.answer.problems);
    for (const each of call.answer.rows) odds.set(each.fixture.id, each);
  }
  const matches = fixtures.answer.rows.map((item) => matchOf(item, odds.get(item.fixture.id), problems));
  return {
    feed: FEED,
    matches: matches.filter((match) => match !== undefined),
    problems: problems.map((told) => importProblem(0, 'form', 'as_told', { told })),
  };
}

const matchOf = (item: ApiFixture, odds: ApiOdds | undefined, problems: string[]): FeedMatch | undefined => {
  const { prices, problem } = odds === undefined ? {} : meansOf(odds);
  if (problem !== undefined) problems.push(`odds of fixture ${fixtureName(item)}: ${problem}`);
  const onProblem = (said: string) => problems.push(`fixture ${fixtureName(item)}: ${said}`);
  try {
    return { ...toFeedMatch(item, onProblem), prices };
  } catch (error) {
    if (!(error instanceof Implausible)) throw error;
    onProblem(error.message);
    return undefined;
  }
};

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
