import { searchFold } from '@touchline/kit/fold';

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
export const likeness = (a: string, b: string): number => {
  const [one, other] = [normalName(a).split(' '), normalName(b).split(' ')];
  const shared = one.filter((word) =>
    other.some((each) => each.startsWith(word.slice(0, 4)) && word.startsWith(each.slice(0, 3))),
  );
  return shared.length / Math.max(one.length, other.length);
};
