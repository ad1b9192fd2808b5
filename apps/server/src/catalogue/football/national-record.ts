import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { dayMs } from '@touchline/contract/durations';
import { readTable } from '@touchline/football/import/csv-table';
import { readResultsCsv } from '@touchline/football/import/results-csv';
import { shippedNations } from './national-teams.ts';
import { resultCounts } from './result-counts.ts';
import {
  createRatings,
  inOrder,
  type RatingOptions,
  type Ratings,
  type RecordedResult,
} from '@touchline/football/strengths';
import { nationalDynamics } from '@touchline/football/strengths-dynamics';

const file = new URL('../../../data/international/results.csv.gz', import.meta.url);
/** A match is over everywhere by noon, UTC, of the day after its own. */
const OVER_MS = 1.5 * dayMs;

/** The level of goals and home advantage that all matches of national teams share, except friendlies. */
export const nationalCompetition = 'world-cup';

/** A result with the day of the match at the ground, yyyy-mm-dd. */
export type NationalResult = RecordedResult & { competition: string; day: string };

/**
 * The shipped results of national teams since 2010, after 90 minutes, teams by their names in the table of national
 * teams. The source has days only, so `at` is when a match is over everywhere.
 * @throws when the file has an unreadable row
 */
export const nationalRecord = async (): Promise<NationalResult[]> => {
  const text = gunzipSync(await readFile(file)).toString('utf8');
  const { matches, problems } = readResultsCsv(text);
  const table = readTable(text, [['Neutral']]);
  const [problem = 'problem' in table ? table.problem : undefined] = problems;
  if (problem !== undefined)
    throw new Error(`results of national teams, row ${problem.row}: ${problem.detail}`);
  const rows = 'rows' in table ? table.rows : [];
  return matches.flatMap((match) =>
    match.status !== 'played'
      ? []
      : {
          home: match.home,
          away: match.away,
          homeGoals: match.ft.home,
          awayGoals: match.ft.away,
          at: Date.parse(`${match.date}T00:00Z`) + OVER_MS,
          neutral: rows[match.row - 1]?.cell('Neutral') === '1',
          competition: match.competition ?? nationalCompetition,
          day: match.date,
        },
  );
};

/** Ratings of national teams that know the results before a time and no later ones. */
export const nationalRatings = (
  record: readonly RecordedResult[],
  { before, groupOf }: { before: number; groupOf: RatingOptions['groupOf'] },
): Ratings => {
  const ratings = createRatings({ groupOf, dynamics: nationalDynamics });
  for (const result of inOrder(record.filter(({ at }) => at < before))) ratings.learn(result);
  return ratings;
};

/** National teams by their ids, rated by the results that are known. */
export type KnownNations = {
  ratings: Ratings;
  /** How many results of each team the ratings know. */
  countOf: (team: string) => number;
  results: number;
  /** The last of them. */
  lastAt: number;
};

/**
 * The national teams of the table, rated by the shipped results when they are first needed and again when more of them have
 * become known.
 */
export class RatedNations {
  #record: ReturnType<typeof recordById> | undefined;
  #known: KnownNations | undefined;

  /** The ratings that know the results before a time. */
  async known(now: Date): Promise<KnownNations> {
    const { record, groupOf } = await (this.#record ??= recordById());
    const past = record.filter(({ at }) => at < now.getTime());
    if (this.#known?.results !== past.length) {
      this.#known = {
        ratings: nationalRatings(past, { before: now.getTime(), groupOf }),
        countOf: resultCounts(past),
        results: past.length,
        lastAt: past.reduce((last, { at }) => Math.max(last, at), 0),
      };
    }
    return this.#known;
  }
}

/** The record with the ids of the teams in place of their names, and the confederation of each. */
const recordById = async () => {
  const [record, { byName, confederationOf }] = await Promise.all([nationalRecord(), shippedNations()]);
  const idOf = (name: string) => byName.get(name)?.id ?? name;
  const nameOf = new Map([...byName].map(([name, { id }]) => [id, name]));
  return {
    record: record.map((result) => ({ ...result, home: idOf(result.home), away: idOf(result.away) })),
    groupOf: (id: string) => confederationOf(nameOf.get(id) ?? id),
  };
};
