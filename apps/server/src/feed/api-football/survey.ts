import { importProblem } from '@touchline/football/import/imported-match';
import type { FeedMatch, Snapshot } from '../snapshot.ts';
import type { ApiFootball, Call, League } from './api.ts';
import { fixtureName, Implausible, toFeedMatch } from './read-fixture.ts';
import { meansOf } from './read-odds.ts';
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
): AsyncGenerator<Call<unknown>, Snapshot | undefined> {
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
