import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { readTable } from '@touchline/football/import/csv-table';
import { readOddsCsv } from '@touchline/football/import/odds-csv';
import { readResultsCsv } from '@touchline/football/import/results-csv';
import { winnerOf, type Score } from '@touchline/football/score';
import type { RatingOptions, RecordedResult } from '@touchline/football/strengths';
import { nationalDynamics } from '@touchline/football/strengths-dynamics';
import { shippedRecord as shipped } from '@touchline/server/tools/record';
import { scoreAt, type BenchGoal } from './goals.ts';

const DAY_MS = 86_400_000;
const HALF_MINUTES = 45;
/** Seasons turn in July. */
const SEASON_TURN_MS = 190 * DAY_MS;

/** Odds in thousandths: the closing result, and more or less than 2.5 goals. */
export type MatchOdds = {
  closing: readonly [number, number, number];
  goals: { over: number; under: number };
};

export type BenchMatch = RecordedResult & {
  competition: string;
  /** "2016-17", of a tournament its year. */
  season: string;
  /** 0 home, 1 draw, 2 away. */
  result: 0 | 1 | 2;
  /** The score at half time, where the record has it. */
  ht?: Score | undefined;
  /** All goals of the match, where the record has their minutes. */
  goals?: readonly BenchGoal[] | undefined;
  odds?: MatchOdds | undefined;
};

/** England's two divisions 2010 – 2019, the last three seasons with odds; and other first divisions to 2016. */
export const earlierRecord = async (): Promise<BenchMatch[]> => {
  const [earlier, later] = await Promise.all(
    ['openfootball-2010-2016', 'english-odds-2016-2019'].map(readData),
  );
  return inOrder([...matchesOf(earlier ?? ''), ...matchesOf(later ?? '')]);
};

/** The five leagues that the server ships, 2021 – 2026. */
export const shippedRecord = async (): Promise<BenchMatch[]> =>
  inOrder((await shipped.leagues()).map(benchMatch));

/** The World Cups that the server ships, and how national teams are rated: by confederation. */
export const nationsRecord = async (): Promise<RatingOptions & { matches: BenchMatch[] }> => {
  const matches = (await shipped.worldCups()).map(({ home, away, ft, ht, kickOff }) =>
    benchMatch({
      home,
      away,
      homeGoals: ft.home,
      awayGoals: ft.away,
      at: kickOff.getTime(),
      neutral: true,
      competition: 'world-cup',
      ht,
    }),
  );
  const { confederationOf } = await shipped.nationalTeams();
  return { matches: inOrder(matches), groupOf: confederationOf, dynamics: nationalDynamics };
};

/**
 * National teams since 2010 as the server ships them, with the goals of the competitive matches whose goals are all
 * known.
 * @param cups the matches of World Cups
 * @returns all matches, and which of them are those of the World Cups
 */
export const internationalRecord = async (
  cups: readonly BenchMatch[],
): Promise<{ matches: BenchMatch[]; atCups: ReadonlySet<BenchMatch> }> => {
  const [record, goals] = await Promise.all([shipped.nations(), readData('international-goals')]);
  const table = readTable(goals, [['Goals']]);
  if ('problem' in table) throw new Error(table.problem.detail);
  const goalsOf = new Map(
    table.rows.map(({ cell }) => [
      [cell('Date'), cell('HomeTeam'), cell('AwayTeam')].join(),
      cell('Goals').split(' ').filter(Boolean).map(toGoal),
    ]),
  );
  const matches = inOrder(
    record.map(({ day, ...result }) => {
      const known = goalsOf.get([day, result.home, result.away].join());
      const ht = known && scoreAt(known, HALF_MINUTES);
      return { ...benchMatch({ ...result, goals: known, ht }), season: day.slice(0, 4) };
    }),
  );
  const byPair = Map.groupBy(cups, pairOf);
  const isAtCup = (match: BenchMatch) =>
    byPair.get(pairOf(match))?.some(({ at }) => Math.abs(at - match.at) < 2 * DAY_MS) ?? false;
  return { matches, atCups: new Set(matches.filter(isAtCup)) };
};

const pairOf = ({ home, away }: BenchMatch): string => [home, away].toSorted().join();

/** "h23" is a goal of the home side in minute 23. */
const toGoal = (text: string): BenchGoal => ({
  side: text.startsWith('h') ? 'home' : 'away',
  minute: Number(text.slice(1)),
});

const readData = async (name: string): Promise<string> =>
  gunzipSync(await readFile(new URL(`../data/${name}.csv.gz`, import.meta.url))).toString('utf8');

const matchesOf = (csv: string): BenchMatch[] => {
  const { matches, problems } = readResultsCsv(csv);
  const prices = readOddsCsv(csv);
  // Without the column only matches without goals would seem to have a half-time score.
  const hasHalfTimes = csv.slice(0, csv.indexOf('\n')).includes('HTHG');
  const [problem] = [...problems, ...prices.problems];
  if (problem !== undefined) throw new Error(`row ${problem.row}: ${problem.detail}`);
  const oddsOf = new Map(prices.matches.map((match) => [match.row, oddsIn(match.prices)]));
  return matches.flatMap((match) => {
    if (match.status !== 'played') return [];
    const odds = oddsOf.get(match.row);
    return benchMatch({
      home: match.home,
      away: match.away,
      homeGoals: match.ft.home,
      awayGoals: match.ft.away,
      at: Date.parse(`${match.date}T12:00Z`),
      neutral: false,
      competition: match.competition ?? '',
      ht: hasHalfTimes ? match.ht : undefined,
      shots: match.shots,
      odds,
    });
  });
};

const oddsIn = (
  prices: ReturnType<typeof readOddsCsv>['matches'][number]['prices'],
): MatchOdds | undefined => {
  const closing = prices.find(({ market, isClosing }) => market === '1x2' && isClosing)?.oddsMilli;
  const goals = prices.find(({ market }) => market === 'over_under')?.oddsMilli;
  if (closing === undefined || goals === undefined) return undefined;
  const [home = 0, draw = 0, away = 0] = closing;
  const [over = 0, under = 0] = goals;
  return { closing: [home, draw, away], goals: { over, under } };
};

const benchMatch = (match: Omit<BenchMatch, 'season' | 'result'>): BenchMatch => {
  const isCup = match.neutral;
  const year = new Date(match.at - (isCup ? 0 : SEASON_TURN_MS)).getUTCFullYear();
  const winner = winnerOf({ home: match.homeGoals, away: match.awayGoals });
  return {
    ...match,
    season: isCup ? String(year) : `${year}-${String((year + 1) % 100).padStart(2, '0')}`,
    result: winner === '1' ? 0 : winner === 'X' ? 1 : 2,
  };
};

const inOrder = (matches: readonly BenchMatch[]): BenchMatch[] =>
  matches.toSorted((a, b) => a.at - b.at || (a.home < b.home ? -1 : 1));
