import { searchFold } from '@touchline/kit/fold';
import { fallbackLan, isLan, type Lan } from '@touchline/locales/locales';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Refused } from '../../core/refusal.ts';

/** Names in other languages than English, by language. */
export type CompetitionNames = Readonly<Partial<Record<Lan, string>>>;

/** A competition as operators keep it. */
export type KeptCompetition = {
  name: string;
  names: CompetitionNames;
  country: string | null;
  /** Time zone of its kick-offs; null where it is played in several, or none was given. */
  zone: string | null;
  /** The place in members' lists, 1 first; null: after those that have a place. */
  place: number | null;
  isOff: boolean;
};

/** A team as operators keep it. */
export type KeptTeam = { name: string; short: string; colours: readonly [string, string] };

const Names = Type.Record(Type.String(), Type.String());

/** Names as stored. A language this version does not know is left out. */
export const readNames = (stored: unknown): CompetitionNames => {
  const names: Partial<Record<Lan, string>> = {};
  for (const [lan, name] of Object.entries(Value.Parse(Names, stored))) if (isLan(lan)) names[lan] = name;
  return names;
};

/**
 * Names as an operator types them; empty ones are left out.
 * @throws Refused `validation` for an unknown language
 */
export const namesFrom = (typed: Readonly<Record<string, string>>): CompetitionNames => {
  const said = Object.entries(typed).map(([lan, name]): [string, string] => [lan, name.trim()]);
  if (said.some(([lan]) => !isLan(lan) || lan === fallbackLan)) {
    throw new Refused('validation', { rules: { names: 'unknown' } });
  }
  return readNames(Object.fromEntries(said.filter(([, name]) => name !== '')));
};

/** A name for comparison: without case, accents and separators. */
export const plainName = (name: string): string =>
  searchFold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');

const idMax = 30;

/** An id for something new, "harbour-cup", another than those there are; its name may have no Latin letters. */
export const idFor = (name: string, ids: ReadonlySet<string>): string => {
  const latin = plainName(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, idMax);
  const stem = latin.length > 1 ? latin : 'made';
  if (!ids.has(stem)) return stem;
  for (let n = 2; ; n += 1) if (!ids.has(`${stem}-${n}`)) return `${stem}-${n}`;
};
