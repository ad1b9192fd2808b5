import { searchFold } from '@touchline/kit/fold';
import type { KnownNames, KnownCompetition, KnownTeam } from './known-names.ts';

/** A person's explanations of names, by name; of teams also by place. */
export type Aliases = {
  teams: ReadonlyMap<string, ReadonlyMap<string, string>>;
  competitions: ReadonlyMap<string, string>;
};

/** What names of teams belong to: the country of a competition, or the competition itself where it has none. */
const placeOf = ({ id, country }: Pick<KnownCompetition, 'id' | 'country'>): string => country ?? id;

/** The place of explanations from before they had one: they count everywhere. */
const everywhere = '';

/** An unknown name with suggestions; it means nothing before a person explains it. */
export type Question = {
  kind: 'team' | 'competition';
  name: string;
  /** Where the name of a team belongs; empty for a competition. */
  place: string;
  /** The competition it was seen in, in the feed's spelling. */
  seenIn: string;
  suggestions: readonly { id: string; name: string }[];
};

/** The group of teams made by operators: they match everywhere, letter by letter. */
export const madeGroup = '';

const SUGGESTIONS = 3;
const LEAST_LIKENESS = 0.3;

/** Whether a name is unknown. */
export const isQuestion = (found: KnownTeam | KnownCompetition | Question): found is Question =>
  'suggestions' in found;

/**
 * Explains the names of one feed. A person's explanation wins, then a name that is known letter by letter,
 * then one that differs only in accents, case, punctuation and "FC", and only when exactly one team of the
 * competition's group has it; at last one made by an operator, letter by letter, unless it plays in another
 * country. Similar names become suggestions.
 */
export class NameMapping {
  readonly #known: KnownNames;
  readonly #aliases: Aliases;

  constructor(known: KnownNames, aliases: Aliases) {
    this.#known = known;
    this.#aliases = aliases;
  }

  /** The competition of a name, or the question about it. */
  competition(name: string): KnownCompetition | Question {
    const { competitions } = this.#known;
    const bare = withoutSeason(name);
    const said = this.#aliases.competitions.get(name) ?? this.#aliases.competitions.get(bare);
    const known =
      competitions.find(({ id }) => id === said) ??
      only(competitions.filter(({ names }) => names.includes(bare))) ??
      competitions.find(({ id }) => id === name);
    return known ?? ask('competition', { name: bare, place: '', seenIn: name }, competitions);
  }

  /** The team of a name in a competition, or the question about it. */
  team(name: string, league: KnownCompetition, seenIn: string): KnownTeam | Question {
    const { teams } = this.#known;
    const { group, country } = league;
    const place = placeOf(league);
    const said = this.#aliases.teams.get(place)?.get(name) ?? this.#aliases.teams.get(everywhere)?.get(name);
    const candidates = group === undefined ? [] : teams.filter((each) => each.group === group);
    const made = teams.filter((each) => each.group === madeGroup && mayPlayIn(country, each.countries));
    const known =
      teams.find(({ id }) => id === said) ??
      only(candidates.filter(({ names }) => names.includes(name))) ??
      only(candidates.filter(({ names }) => names.some((each) => normalName(each) === normalName(name)))) ??
      only(made.filter(({ names }) => names.includes(name)));
    return known ?? ask('team', { name, place, seenIn }, group === undefined ? teams : candidates);
  }
}

const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

/** Two countries may have teams of one name. */
const mayPlayIn = (country: string | undefined, countries: ReadonlySet<string> = new Set()): boolean =>
  country === undefined || countries.size === 0 || countries.has(country);

const ask = (
  kind: Question['kind'],
  of: Pick<Question, 'name' | 'place' | 'seenIn'>,
  candidates: readonly { id: string; name: string; names: readonly string[] }[],
): Question => {
  const ranked = candidates
    .map(({ id, name, names }) => ({
      id,
      name,
      like: Math.max(...names.map((each) => likeness(each, of.name))),
    }))
    .filter(({ like }) => like >= LEAST_LIKENESS)
    .toSorted((a, b) => b.like - a.like || (a.id < b.id ? -1 : 1));
  return { kind, ...of, suggestions: ranked.slice(0, SUGGESTIONS).map(({ id, name }) => ({ id, name })) };
};

/** Words before or behind a name that do not distinguish clubs of a country. */
const affixes = new Set(['fc', 'afc', 'cf']);

/** A name without case, accents, punctuation and "FC": two equal results differ in spelling only. */
export const normalName = (name: string): string =>
  searchFold(name)
    .replaceAll('&', ' and ')
    .replaceAll(/['’.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !affixes.has(word))
    .join(' ');

/** A competition's name without its season: "Deutsche Bundesliga 2025/26", "World Cup 2026". */
export const withoutSeason = (name: string): string =>
  name.replace(/\s+(\d{4}[/-]\d{2,4}|\d{4})$/, '').trim();

/** The share of common words in two names, 0 … 1; short forms count ("Man" for "Manchester"). */
const likeness = (a: string, b: string): number => {
  const [one, other] = [normalName(a).split(' '), normalName(b).split(' ')];
  const shared = one.filter((word) =>
    other.some((each) => each.startsWith(word.slice(0, 4)) && word.startsWith(each.slice(0, 3))),
  );
  return shared.length / Math.max(one.length, other.length);
};
