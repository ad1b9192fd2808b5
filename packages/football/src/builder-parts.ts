import type { Leg } from './grade.ts';
import { parseLine } from './line.ts';
import { marketLineOf } from './leg-line.ts';
import { marketNames, marketOf } from './markets.ts';
import type { Score } from './score.ts';

/** The market of a leg that names several selections of one match, on the wire and in the database. */
export const BUILDER = 'builder';

/** The one selection of that market: all parts come in. */
export const ALL_PARTS = 'all';

/** How many parts a builder has; each more doubles the prices that are kept with it. */
export const PARTS_LEAST = 2;
export const PARTS_MOST = 6;

/** One selection of a builder: `line` of its side, `since` where its market counts from the bet. */
export type BuilderPart = Leg;

/**
 * The parts in the one order in which they are kept: by market as the markets are shown, line, selection.
 * @param parts each must be known (`checkBet`); others come last
 */
export function orderedParts(parts: readonly BuilderPart[]): BuilderPart[] {
  return parts.toSorted((a, b) => {
    const [one, other] = [placeOf(a), placeOf(b)];
    const at = one.findIndex((value, index) => value !== other[index]);
    return (one[at] ?? 0) - (other[at] ?? 0);
  });
}

/** Whether two parts are selections of one market at one line, of which one alone can win: one takes the place of the other. */
export function areRivals(one: BuilderPart, other: BuilderPart): boolean {
  const isSameMarket =
    one.market === other.market &&
    marketLineOf(one.market, one.selection, one.line) ===
      marketLineOf(other.market, other.selection, other.line);
  return isSameMarket && one.selection !== other.selection && marketOf(one.market)?.winners === 1;
}

function placeOf({ market, selection, line, since }: BuilderPart): number[] {
  const record = marketOf(market);
  const place = marketNames.findIndex((name) => name === market);
  return [
    place < 0 ? marketNames.length : place,
    (line === undefined ? undefined : parseLine(line)) ?? 0,
    record?.selections.indexOf(selection) ?? 0,
    since?.home ?? 0,
    since?.away ?? 0,
  ];
}

const BETWEEN_PARTS = ';';
const BETWEEN_FIELDS = ':';

/**
 * The parts as one text, the same for the same picks in any order: "1x2:1;over_under:under:1.5". A handicap struck in
 * play ends with its score: "asian_handicap:home:-0.5:1-0". It has no comma, brace, quote, backslash, blank or bar.
 */
export function partsText(parts: readonly BuilderPart[]): string {
  return orderedParts(parts).map(partText).join(BETWEEN_PARTS);
}

function partText({ market, selection, line = '', since }: BuilderPart): string {
  const fields = [market, selection];
  if (line !== '' || since !== undefined) fields.push(line);
  if (since !== undefined) fields.push(`${since.home}-${since.away}`);
  return fields.join(BETWEEN_FIELDS);
}

/**
 * Reads what `partsText` wrote.
 * @param text untrusted
 * @returns the parts in their order, or undefined when it is no such text: unknown selections or lines, another order,
 * no part or too many
 */
export function readParts(text: string): BuilderPart[] | undefined {
  const parts = text.split(BETWEEN_PARTS).map(readPart);
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length || known.length > PARTS_MOST) return undefined;
  return partsText(known) === text ? known : undefined;
}

function readPart(text: string): BuilderPart | undefined {
  const [market = '', selection = '', line, since, ...more] = text.split(BETWEEN_FIELDS);
  const record = marketOf(market);
  if (record?.selections.includes(selection) !== true || more.length > 0) return undefined;
  const score = since === undefined ? undefined : readScore(since);
  if (since !== undefined && (score === undefined || record.countsFromBet !== true)) return undefined;
  const hasLine = line !== undefined && line !== '';
  if (record.lines.length === 0) return hasLine ? undefined : { market, selection };
  if (!hasLine || !record.lines.includes(marketLineOf(market, selection, line))) return undefined;
  return { market, selection, line, ...(score && { since: score }) };
}

function readScore(text: string): Score | undefined {
  const [, home, away] = /^(0|[1-9]\d?)-(0|[1-9]\d?)$/.exec(text) ?? [];
  return home === undefined || away === undefined ? undefined : { home: Number(home), away: Number(away) };
}
