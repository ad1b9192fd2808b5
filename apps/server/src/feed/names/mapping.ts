import type { Catalogue, KnownCompetition, KnownTeam } from './catalogue.ts';
import { likeness, normalName, withoutSeason } from './normal.ts';

/** What a person has said a name means, by name. */
export type Aliases = { teams: ReadonlyMap<string, string>; competitions: ReadonlyMap<string, string> };

/** A name that is not known, with what it may mean; nothing is taken for it before a person says so. */
export type Question = {
  kind: 'team' | 'competition';
  name: string;
  /** The competition it was seen in, as the feed calls it. */
  seenIn: string;
  suggestions: readonly { id: string; name: string }[];
};

export type Mapping = {
  competition: (name: string) => KnownCompetition | Question;
  team: (name: string, competition: KnownCompetition, seenIn: string) => KnownTeam | Question;
};

/** The group of teams that operators have made: they play wherever they are named letter by letter. */
export const madeGroup = '';

const SUGGESTIONS = 3;
const LEAST_LIKENESS = 0.3;

/** Whether a name was not understood. */
export const isQuestion = (found: KnownTeam | KnownCompetition | Question): found is Question =>
  'suggestions' in found;

/**
 * Explains the names of one feed. A person's word counts first, then a name that is known letter by letter, then one
 * that is the same but for accents, case, punctuation and "FC", and only when exactly one team of the competition's
 * group bears it; at last one that an operator has made, letter by letter. Whatever else is like it is a suggestion.
 */
export const mappingOf = (catalogue: Catalogue, aliases: Aliases): Mapping => {
  const only = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined);

  const competition = (name: string): KnownCompetition | Question => {
    const bare = withoutSeason(name);
    const said = aliases.competitions.get(name) ?? aliases.competitions.get(bare);
    const known =
      catalogue.competitions.find(({ id }) => id === said) ??
      only(catalogue.competitions.filter(({ names }) => names.includes(bare))) ??
      catalogue.competitions.find(({ id }) => id === name);
    return known ?? ask('competition', { name: bare, seenIn: name }, catalogue.competitions);
  };

  const team = (name: string, { group }: KnownCompetition, seenIn: string): KnownTeam | Question => {
    const said = aliases.teams.get(name);
    const candidates = group === undefined ? [] : catalogue.teams.filter((each) => each.group === group);
    const made = catalogue.teams.filter((each) => each.group === madeGroup);
    const known =
      catalogue.teams.find(({ id }) => id === said) ??
      only(candidates.filter(({ names }) => names.includes(name))) ??
      only(candidates.filter(({ names }) => names.some((each) => normalName(each) === normalName(name)))) ??
      only(made.filter(({ names }) => names.includes(name)));
    return known ?? ask('team', { name, seenIn }, group === undefined ? catalogue.teams : candidates);
  };

  return { competition, team };
};

const ask = (
  kind: Question['kind'],
  of: { name: string; seenIn: string },
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
