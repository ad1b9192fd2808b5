import { readFile } from 'node:fs/promises';
import type { Team } from '@touchline/contract/shapes/football';
import type { Score } from '@touchline/football/score';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { leagueRecord, type LeagueResult } from './league-record.ts';
import { nationalRecord, type NationalResult } from './national-record.ts';
import { shippedCatalogue, type KnownCompetition } from './known-names.ts';
import { shippedNations } from './national-teams.ts';
import { parseTournament, type RecordedMatch } from './recorded-match.ts';

/** A match of the record that the server ships; teams and competitions by id. */
export type ArchivedMatch = {
  /** Undefined for matches of national teams, whose source only marks friendlies. */
  competition?: string | undefined;
  season: string;
  friendly?: boolean | undefined;
  stage?: string | undefined;
  /** Its number in a tournament. */
  no?: number | undefined;
  home: string;
  away: string;
  neutral: boolean;
  /** Kick-off, milliseconds since 1970; noon of the day, UTC, where only the day is known. */
  at: number;
  exact: boolean;
  ft: Score;
  ht?: Score | undefined;
  et?: Score | undefined;
  pens?: Score | undefined;
  awarded?: boolean | undefined;
  source: 'openfootball' | 'international';
};

/** A team with its names in known data sets. */
type ArchivedTeam = Team & { names: readonly string[] };

/** A World Cup as it was played. */
export type ArchivedCup = { id: string; name: string; season: string; matches: readonly RecordedMatch[] };

const Pair = Type.Tuple([Type.Integer(), Type.Integer()]);
const Decisions = Type.Object({
  awarded: Type.Array(
    Type.Object({
      competition: Type.String(),
      season: Type.String(),
      date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
      home: Type.String(),
      away: Type.String(),
      ft: Pair,
    }),
  ),
  deducted: Type.Array(
    Type.Object({
      competition: Type.String(),
      season: Type.String(),
      team: Type.String(),
      points: Type.Integer({ minimum: 1 }),
    }),
  ),
  decided: Type.Array(
    Type.Object({
      competition: Type.String(),
      season: Type.String(),
      order: Type.Array(Type.String()),
      by: Type.Enum(['play_off', 'fair_play']),
    }),
  ),
});

/** The record the server ships of matches other than its own, and the names in it. */
export type Archive = {
  matches: readonly ArchivedMatch[];
  cups: readonly ArchivedCup[];
  deducted: readonly { competition: string; season: string; team: string; points: number }[];
  decided: readonly {
    competition: string;
    season: string;
    order: readonly string[];
    by: 'play_off' | 'fair_play';
  }[];
  teams: ReadonlyMap<string, ArchivedTeam>;
  competitions: readonly (Pick<KnownCompetition, 'id' | 'name' | 'country' | 'names'> & {
    isLeague: boolean;
  })[];
};

const read = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(new URL(`../../../data/${path}`, import.meta.url), 'utf8'));

const years = ['2018', '2022', '2026'] as const;
const noon = (day: string): number => Date.parse(`${day}T12:00Z`);

let reading: Promise<Archive> | undefined;

/**
 * The whole record. Reading it takes some tenths of a second, so all servers of a process share it.
 * @throws when a shipped file is not of its form, or names a team that is in no table
 */
export const readArchive = (): Promise<Archive> => {
  reading ??= readFiles();
  // What could not be read is tried again.
  reading.catch(() => {
    reading = undefined;
  });
  return reading;
};

const readFiles = async (): Promise<Archive> => {
  const [leagues, nations, catalogue, { allByName }, decisions, ...tournaments] = await Promise.all([
    leagueRecord(),
    nationalRecord(),
    shippedCatalogue(),
    shippedNations(),
    read('tables/decisions.json').then((data) => Value.Parse(Decisions, data)),
    ...years.map((year) => read(`openfootball/${year}.worldcup.json`)),
  ]);
  const nationOf = (name: string): string => {
    const team = allByName.get(name);
    if (team === undefined) throw new Error(`Team ${name} is not in the table of national teams`);
    return team.id;
  };
  const cups = tournaments.map((data, at) => cupOf(data, years[at] ?? '', nationOf));
  const ofCups = cups.flatMap(matchesOfCup);
  const others = matchesOfNations(nations, { nationOf, ofCups });
  const teams = [
    ...catalogue.teams
      .filter(({ group }) => group !== 'nations')
      .map(({ id, name, short, flag, colours, names }): ArchivedTeam => ({
        id,
        name,
        short,
        flag,
        colours,
        names,
      })),
    ...Array.from(allByName.values(), (team): ArchivedTeam => ({ ...team, names: [team.name] })),
  ];
  return {
    matches: [
      ...leagues.map(leagueMatch),
      ...decisions.awarded.map(awardedMatch),
      ...ofCups,
      ...others,
    ].toSorted((a, b) => a.at - b.at),
    cups,
    deducted: decisions.deducted,
    decided: decisions.decided,
    teams: new Map(teams.map((team) => [team.id, team])),
    competitions: [
      ...catalogue.competitions.map(({ id, name, country, names, group }) => ({
        id,
        name,
        country,
        names,
        isLeague: group !== 'nations',
      })),
      ...cups.map(({ id, name }) => ({ id, name, names: [name], isLeague: false })),
    ],
  };
};

type NationOf = (name: string) => string;

const cupOf = (data: unknown, season: string, nationOf: NationOf): ArchivedCup => {
  const { name, matches } = parseTournament(data);
  const byId = matches.map((match) => ({
    ...match,
    home: nationOf(match.home),
    away: nationOf(match.away),
  }));
  return { id: `wc${season}`, name, season, matches: byId };
};

const leagueMatch = ({
  competition,
  season,
  home,
  away,
  homeGoals,
  awayGoals,
  ht,
  at,
  neutral,
}: LeagueResult): ArchivedMatch => ({
  competition,
  season,
  home,
  away,
  neutral,
  at,
  exact: true,
  ht,
  source: 'openfootball',
  ft: { home: homeGoals, away: awayGoals },
});

const awardedMatch = ({
  competition,
  season,
  date,
  home,
  away,
  ft: [homeGoals, awayGoals],
}: Static<typeof Decisions>['awarded'][number]): ArchivedMatch => ({
  competition,
  season,
  home,
  away,
  neutral: false,
  at: noon(date),
  exact: false,
  awarded: true,
  ft: { home: homeGoals, away: awayGoals },
  source: 'openfootball',
});

const matchesOfCup = ({ id, season, matches }: ArchivedCup): ArchivedMatch[] =>
  matches.map(({ stage, no, home, away, kickOff, ft, ht, et, pens }): ArchivedMatch => ({
    competition: id,
    season,
    stage,
    no,
    home,
    away,
    ft,
    ht,
    et,
    pens,
    neutral: true,
    at: kickOff.getTime(),
    exact: true,
    source: 'openfootball',
  }));

/** Matches of national teams, without those of a cup: they are known better from there. */
const matchesOfNations = (
  nations: readonly NationalResult[],
  { nationOf, ofCups }: { nationOf: NationOf; ofCups: readonly ArchivedMatch[] },
): ArchivedMatch[] => {
  const inCups = new Set(ofCups.map(({ home, away, at }) => `${pairOf(home, away)} ${dayOf(at)}`));
  return nations.flatMap(
    ({ home, away, homeGoals, awayGoals, day, neutral, competition }): ArchivedMatch[] => {
      const [homeId, awayId, at] = [nationOf(home), nationOf(away), noon(day)];
      // The day at the ground may be another than that of UTC.
      const near = [-1, 0, 1].map((days) => `${pairOf(homeId, awayId)} ${dayOf(at + days * 86_400_000)}`);
      if (near.some((key) => inCups.has(key))) return [];
      return [
        {
          season: day.slice(0, 4),
          friendly: competition === 'friendly',
          home: homeId,
          away: awayId,
          neutral,
          at,
          exact: false,
          ft: { home: homeGoals, away: awayGoals },
          source: 'international',
        },
      ];
    },
  );
};

const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The run and the number of a replayed match, by what the feed calls it: "wc2026/1/73". */
export const replayPlaceOf = (
  feedRef: string,
): { competition: string; run: number; no: number } | undefined => {
  const [competition = '', run, no] = feedRef.split('/');
  const place = { competition, run: Number(run), no: Number(no) };
  return Number.isInteger(place.run) && Number.isInteger(place.no) ? place : undefined;
};
