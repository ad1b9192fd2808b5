import { searchFold } from '@touchline/kit/fold';
import type { Market } from '@touchline/contract/shapes/football';
import type { MarketGroup } from '@touchline/football/market';
import { type KnownMarket, type MarketName, marketList } from '@touchline/football/markets';

/** The groups of the markets of a match, in their order. */
export const marketGroups: readonly MarketGroup[] = ['main', 'score', 'goals', 'handicap', 'halves'];

/** One market as it is shown: all its lines, or the one there is. */
export type MarketSet = { name: MarketName; facts: KnownMarket; lines: readonly Market[] };

/** The groups that lead to a market of this match, with the number of their markets. */
export const groupsOf = (markets: readonly Market[]): { group: MarketGroup; count: number }[] =>
  marketGroups
    .map((group) => ({ group, count: setsUnder(markets, group).length }))
    .filter(({ count }) => count > 0);

/** The markets of a group, the winner first, the others in the order of the markets. */
export const setsUnder = (markets: readonly Market[], group: MarketGroup): MarketSet[] =>
  setsOf(markets)
    .filter(({ facts }) => facts.groups.includes(group))
    .toSorted((a, b) => placeOf(a) - placeOf(b));

const placeOf = ({ facts }: MarketSet): number => (facts.wording === 'winner' ? 0 : 1);

/** The markets, each once with all its lines; what the app does not know is left out. */
export const setsOf = (markets: readonly Market[]): MarketSet[] =>
  marketList
    .map((facts) => ({
      name: facts.name,
      facts,
      lines: markets.filter(({ market }) => market === facts.name),
    }))
    .filter(({ lines }) => lines.length > 0);

/**
 * The lines of a market nearest to even money, where its two sides are priced most alike.
 * @param lines the lines of one market with two selections
 * @param count how many at most
 */
export const nearestLines = (lines: readonly Market[], count: number): Market[] => {
  const apart = ({ selections: [one, two] }: Market): number => {
    // A gap for ordering only, never shown and never money.
    const gap = Math.abs(Math.log(Number(one?.odds ?? Number.NaN) / Number(two?.odds ?? Number.NaN)));
    return Number.isNaN(gap) ? Number.MAX_VALUE : gap;
  };
  return lines.toSorted((a, b) => apart(a) - apart(b)).slice(0, count);
};

/** Lines in ascending order. */
export const byLine = (lines: readonly Market[]): Market[] =>
  lines.toSorted((a, b) => Number(a.line) - Number(b.line));

/** The widest margin of several lines, percent as on the wire. */
export const widestMargin = (lines: readonly Market[]): string =>
  lines.reduce((most, { margin }) => (Number(margin) > Number(most) ? margin : most), lines[0]?.margin ?? '');

/** How a name is compared: without accents, case and typographic signs; a decimal comma is a point, a score's colon a dash. */
const plain = (text: string): string =>
  searchFold(text)
    .replaceAll(/[−–:]/g, '-')
    .replaceAll(/(\d),(\d)/g, '$1.$2');

/**
 * Those of a list whose names hold every word that is looked for, each as part of any name; all of them when
 * nothing is.
 * @param namesOf the names an item goes by
 */
export const matching = <T>(
  items: readonly T[],
  query: string,
  namesOf: (item: T) => readonly string[],
): T[] => {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...items];
  return items.filter((item) => {
    const names = plain(namesOf(item).join('\n'));
    return words.every((word) => names.includes(word));
  });
};
