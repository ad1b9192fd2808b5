import { readdir, readFile } from 'node:fs/promises';
import { readResultsCsv } from '@touchline/football/import/results-csv';
import type { Score } from '@touchline/football/score';
import type { RecordedResult } from '@touchline/football/strengths';
import { shippedCatalogue } from './known-names.ts';
import { isQuestion, NameMapping } from './name-mapping.ts';
import { shippedOnce } from './shipped-once.ts';

/** A shipped result with its score at half time. */
export type LeagueResult = RecordedResult & {
  competition: string;
  /** "2024-25". */
  season: string;
  ht?: Score | undefined;
};

const folder = new URL('../../../data/openfootball/leagues/', import.meta.url);

/**
 * The shipped results of five leagues, teams and competitions by their ids: the record that prices matches of
 * these leagues, together with later results. Kick-offs are in the time of the ground, read as UTC: up to two hours
 * late, so that no price knows too much.
 * @throws when a shipped file has an unreadable row, or a name outside of the catalogue
 */
export const leagueRecord = shippedOnce(async (): Promise<readonly LeagueResult[]> => {
  const mapping = new NameMapping(await shippedCatalogue(), { teams: new Map(), competitions: new Map() });
  const known = new Map<string, string>();
  const findId = (league: string, name: string): string => {
    const competition = mapping.competition(league);
    const team = isQuestion(competition) ? competition : mapping.team(name, competition, league);
    if (isQuestion(team)) throw new Error(`${league}: ${team.name} is not in the catalogue`);
    return team.id;
  };
  // A team plays dozens of matches, and a name is compared with the whole catalogue.
  const idOf = (league: string, name: string): string => {
    const key = `${league} ${name}`;
    const id = known.get(key) ?? findId(league, name);
    known.set(key, id);
    return id;
  };
  const files = (await readdir(folder)).filter((name) => name.endsWith('.csv')).toSorted();
  const seasons = await Promise.all(
    files.map(async (file): Promise<LeagueResult[]> => {
      const league = file.slice(0, file.indexOf('-'));
      const season = file.slice(league.length + 1, -'.csv'.length);
      const { matches, problems } = readResultsCsv(await readFile(new URL(file, folder), 'utf8'));
      const [problem] = problems;
      if (problem !== undefined) throw new Error(`${file}, row ${problem.row}: ${problem.detail}`);
      return matches.flatMap((match) =>
        match.status !== 'played'
          ? []
          : {
              home: idOf(league, match.home),
              away: idOf(league, match.away),
              homeGoals: match.ft.home,
              awayGoals: match.ft.away,
              ht: match.ht,
              shots: match.shots,
              at: Date.parse(`${match.date}T${match.time ?? '23:59'}Z`),
              neutral: false,
              competition: league,
              season,
            },
      );
    }),
  );
  return seasons.flat();
});
