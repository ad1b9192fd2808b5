import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { readOddsCsv } from '@touchline/football/import/odds-csv';
import { readResultsCsv } from '@touchline/football/import/results-csv';
import { winnerOf, type Score } from '@touchline/football/score';
import type { RecordedResult } from '@touchline/football/strengths';
import { leagueRecord } from '../../../apps/server/src/feed/league-record.ts';
import { parseTeams } from '../../../apps/server/src/feed/replay/national-teams.ts';
import { parseTournament } from '../../../apps/server/src/feed/replay/recorded-match.ts';

const DAY_MS = 86_400_000;
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
  odds?: MatchOdds | undefined;
};

/** England's two divisions 2010 – 2019, the last three seasons with odds; and other first divisions to 2016. */
export const earlierRecord = async (): Promise<BenchMatch[]> => {
  const [earlier, later] = await Promise.all(
    ['openfootball-2010-2016', 'english-odds-2016-2019'].map(async (name) => {
      const file = await readFile(new URL(`../../data/${name}.csv.gz`, import.meta.url));
      return gunzipSync(file).toString('utf8');
    }),
  );
  return inOrder([...matchesOf(earlier ?? ''), ...matchesOf(later ?? '')]);
};

/** The five leagues that the server ships, 2021 – 2026. */
export const shippedRecord = async (): Promise<BenchMatch[]> =>
  inOrder((await leagueRecord()).map(benchMatch));

/** The World Cups that the server ships, and the confederation of each team. */
export const nationsRecord = async (): Promise<{
  matches: BenchMatch[];
  groupOf: (team: string) => string;
}> => {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse(await readFile(new URL(`../../../apps/server/data/${path}`, import.meta.url), 'utf8'));
  const cups = await Promise.all(
    ['2018', '2022', '2026'].map((year) => read(`openfootball/${year}.worldcup.json`)),
  );
  const matches = cups.flatMap((cup) =>
    parseTournament(cup).matches.map(({ home, away, ft, ht, kickOff }) =>
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
    ),
  );
  const { confederationOf } = parseTeams(await read('teams/national-teams.json'));
  return { matches: inOrder(matches), groupOf: confederationOf };
};

const matchesOf = (csv: string): BenchMatch[] => {
  const { matches, problems } = readResultsCsv(csv);
  const prices = readOddsCsv(csv);
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
      ht: match.ht,
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
