import type { Table, TableRow } from '@touchline/contract/shapes/competition';
import type { Team } from '@touchline/contract/shapes/football';
import { rowsInOrder, tableOf, type LeagueTableRow } from '@touchline/football/league-table';
import { rulesOf } from '@touchline/football/table-rules';
import type { Archive } from './archive.ts';
import { formOf, type FinishedMatch } from './match.ts';

/** The last results of a team in its row. */
const formLength = 5;
/** Places of a group that lead to the next stage. */
const groupPlaces = 2;

/** A season of a competition: its played matches and its groups. */
export type Season = {
  competition: string;
  season: string;
  /** By kick-off. */
  matches: readonly FinishedMatch[];
  /** Teams of each group by the name of its stage; of a league, one group without a name. */
  groups: ReadonlyMap<string | undefined, readonly string[]>;
  /** How many third places lead to the next stage. */
  thirds: number;
};

const isGroup = (stage: string | undefined): boolean => stage !== undefined && /^group /i.test(stage);

/** The teams of each group, from all matches of a season, also coming ones. */
export const groupsOf = (
  fixtures: readonly { stage?: string | undefined; home: string; away: string }[],
  isLeague: boolean,
): Map<string | undefined, string[]> => {
  const inGroups = fixtures.filter(({ stage }) => isGroup(stage));
  const all = inGroups.length > 0 ? inGroups : isLeague ? fixtures : [];
  const parts = Map.groupBy(all, ({ stage }) => (inGroups.length > 0 ? stage : undefined));
  return new Map(
    [...parts]
      .toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'en', { numeric: true }))
      .map(([stage, matches]) => [stage, [...new Set(matches.flatMap(({ home, away }) => [home, away]))]]),
  );
};

type Decided = Archive['decided'][number];

/** Puts teams in the order that something else than results decided, once they are equal on points after all matches. */
const withDecision = (
  rows: readonly LeagueTableRow[],
  { order }: Pick<Decided, 'order'>,
): LeagueTableRow[] => {
  const places = rows.flatMap(({ team }, at) => (order.includes(team) ? at : []));
  const concerned = order.map((team) => rows.find((row) => row.team === team));
  const [first] = concerned;
  if (concerned.some((row) => row === undefined || row.points !== first?.points)) return [...rows];
  if (concerned.some((row) => row?.played !== first?.played)) return [...rows];
  return rows.map((row, at) => {
    const place = places.indexOf(at);
    const placed = place < 0 ? undefined : concerned[place];
    return placed === undefined ? row : { ...placed, rank: at + 1 };
  });
};

/** The tables of a season after its matches. @param teamOf the team of an id */
export const tablesOf = (
  season: Season,
  { archive, teamOf }: { archive: Archive; teamOf: (id: string) => Team },
): Table[] => {
  const { competition, matches, groups, thirds } = season;
  const isOfSeason = (of: { competition: string; season: string }): boolean =>
    of.competition === competition && of.season === season.season;
  const rules = rulesOf(competition, season.season);
  const deducted = new Map(archive.deducted.filter(isOfSeason).map(({ team, points }) => [team, points]));
  const toWire = (row: LeagueTableRow, goesThrough: boolean): TableRow => ({
    ...row,
    team: teamOf(row.team),
    form: formOf(matches, row.team, formLength),
    goesThrough: goesThrough && row.played > 0,
  });

  const tables = [...groups].map(([stage, unsorted]) => {
    const teams = unsorted.toSorted((a, b) => teamOf(a).name.localeCompare(teamOf(b).name, 'en'));
    const own = matches.filter((match) => stage === undefined || match.stage === stage);
    const counted = tableOf(teams, own, rules, { deducted });
    // Before the first match the order is alphabetical.
    const isOver = own.length >= (teams.length * (teams.length - 1)) / (stage === undefined ? 1 : 2);
    const decision = archive.decided.find(
      (each) => isOfSeason(each) && isOver && each.order.every((team) => teams.includes(team)),
    );
    return { stage, decision, rows: decision === undefined ? counted : withDecision(counted, decision) };
  });
  const thirdRows =
    thirds === 0 ? [] : tables.flatMap(({ rows }) => rows.slice(groupPlaces, groupPlaces + 1));
  const placed = rowsInOrder(thirdRows);
  const bestThirds = new Set(placed.slice(0, thirds).map(({ team }) => team));
  return [
    ...tables.map(({ stage, rows, decision }): Table => ({
      kind: stage === undefined ? 'league' : 'group',
      stage,
      rows: rows.map((row, at) =>
        toWire(row, stage !== undefined && (at < groupPlaces || bestThirds.has(row.team))),
      ),
      decidedBy: decision?.by,
    })),
    ...(placed.length === 0
      ? []
      : [
          {
            kind: 'third_places' as const,
            rows: placed.map((row) => toWire(row, bestThirds.has(row.team))),
          },
        ]),
  ];
};
