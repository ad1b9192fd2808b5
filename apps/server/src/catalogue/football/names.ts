import type { NamedCompetition, Team } from '@touchline/contract/shapes/football';
import { foundBy, searchFold } from '@touchline/kit/fold';
import { competitionName } from '@touchline/locales/competition-names';
import { fallbackLan, type Lan } from '@touchline/locales/locales';
import { teamName } from '@touchline/locales/team-names';
import type { Archive } from './archive.ts';

type CompetitionRow = NamedCompetition & { country?: string | undefined };

/** Teams and competitions by their ids and names: the rows of this site go before what the server ships. */
export class NameIndex {
  readonly #teams: ReadonlyMap<string, Team>;
  readonly #competitions: ReadonlyMap<string, CompetitionRow>;
  /** The shipped names of teams and competitions. */
  readonly #shippedTeams: Archive['teams'];
  readonly #shippedCompetitions: ReadonlyMap<string, Archive['competitions'][number]>;

  /** @param rows those of this site, as operators keep them */
  constructor(archive: Archive, rows: { teams: readonly Team[]; competitions: readonly CompetitionRow[] }) {
    this.#teams = new Map<string, Team>([
      ...Array.from(archive.teams, ([id, team]) => [id, bare(team)] as const),
      ...rows.teams.map((team) => [team.id, bare(team)] as const),
    ]);
    this.#competitions = new Map<string, CompetitionRow>([
      ...archive.competitions.map(({ id, name, country }) => [id, { id, name, country }] as const),
      ...rows.competitions.map((row) => [row.id, row] as const),
    ]);
    this.#shippedTeams = archive.teams;
    this.#shippedCompetitions = new Map(archive.competitions.map((each) => [each.id, each]));
  }

  /** A team; one that is not known is named by its id. */
  team(id: string): Team {
    const known = this.#teams.get(id);
    return known ?? { id, name: id, short: id.slice(0, 3).toUpperCase(), colours: ['#64736b', '#ffffff'] };
  }

  /** Whether the team is known. */
  hasTeam(id: string): boolean {
    return this.#teams.has(id);
  }

  /** A competition; undefined where it is not known. */
  competition(id: string): CompetitionRow | undefined {
    return this.#competitions.get(id);
  }

  /** A competition that an operator made is a league unless it has groups or rounds. */
  isLeague(id: string): boolean {
    return this.#shippedCompetitions.get(id)?.isLeague ?? true;
  }

  /** Teams whose name in the reader's language, in English or in a data set holds these letters, the best first. */
  findTeams(search: string, lan: Lan, most: number): Team[] {
    const namesOf = (team: Team) => [
      teamName(team, lan),
      team.name,
      ...(searchFold(search).length < 4 ? [team.short] : []),
      ...(this.#shippedTeams.get(team.id)?.names ?? []),
    ];
    return found(this.#teams.values(), namesOf, search, most);
  }

  /** Competitions whose name or country holds these letters, the best first. */
  findCompetitions(search: string, lan: Lan, most: number): CompetitionRow[] {
    const namesOf = (each: CompetitionRow) => [
      competitionName(each, lan),
      competitionName(each, fallbackLan),
      each.name,
      ...(each.country === undefined ? [] : [each.country]),
      ...(this.#shippedCompetitions.get(each.id)?.names ?? []),
    ];
    return found(this.#competitions.values(), namesOf, search, most);
  }
}

const bare = ({ id, name, short, flag, colours }: Team): Team => ({ id, name, short, flag, colours });

/** A name that begins with the letters goes before one with a word that does, and that before any other. */
const fit = (names: readonly string[], wanted: string): number => {
  const folded = names.flatMap(foundBy);
  if (folded.includes(wanted)) return 0;
  if (folded.some((name) => name.startsWith(wanted))) return 1;
  if (folded.some((name) => name.includes(` ${wanted}`))) return 2;
  return folded.some((name) => name.includes(wanted)) ? 3 : Infinity;
};

const found = <T>(
  all: Iterable<T>,
  namesOf: (one: T) => readonly string[],
  search: string,
  most: number,
): T[] => {
  const wanted = searchFold(search.trim());
  if (wanted === '') return [];
  return [...all]
    .map((one) => ({ one, names: namesOf(one) }))
    .map(({ one, names }) => ({ one, name: names[0] ?? '', fit: fit(names, wanted) }))
    .filter((each) => each.fit < Infinity)
    .toSorted((a, b) => a.fit - b.fit || a.name.localeCompare(b.name))
    .slice(0, most)
    .map(({ one }) => one);
};
