import { limits } from '@touchline/contract/limits';
import type { BuilderQuote } from '@touchline/contract/shapes/builder';
import { parseAmount } from '@touchline/money/amount';
import { formatOdds, parseOdds } from '@touchline/money/odds';
import { type SelectionRef, partText } from '../slip/selection.ts';
import { isSamePart, type Trouble } from './draft-store.ts';

/** One of the selections, with its part of the last answer. */
export type PartRow = {
  part: SelectionRef;
  /** Its own price. */
  odds: string | null;
  /** The price of the others together. */
  without: string | null;
  /** Why it keeps the bet from being placed. */
  problem: Trouble | 'closed' | 'suspended' | 'apart' | undefined;
};

/** The problem of the draft, and the selection whose removal resolves it. */
type Hindrance = {
  why: 'closed' | 'suspended' | 'impossible' | 'redundant' | 'apart';
  part: SelectionRef | undefined;
};

/** The draft as the page shows it. */
export type BuilderView = {
  rows: readonly PartRow[];
  hindrance: Hindrance | undefined;
  /** The price of all of them; undefined while there is none, or where one selection alone is picked. */
  price: { odds: string; margin: string; chance: string | undefined; single: string | null } | undefined;
};

const rowOf = (part: SelectionRef, quote: BuilderQuote | undefined): PartRow => {
  const at = quote?.parts.findIndex((known) => isSamePart(known, part)) ?? -1;
  const known = quote?.parts[at];
  if (quote === undefined || known === undefined) {
    return { part, odds: null, without: null, problem: undefined };
  }
  const others = quote.without[at] ?? null;
  const problem = (): PartRow['problem'] => {
    if (known.state === 'suspended') return 'suspended';
    if (known.state !== 'open') return 'closed';
    if (quote.state === 'apart' && known.apart === true) return 'apart';
    if (quote.state === 'redundant' && quote.redundant.includes(at)) return 'redundant';
    return quote.state === 'impossible' && others !== null ? 'impossible' : undefined;
  };
  return { part, odds: known.odds, without: others, problem: problem() };
};

/** The selections, each with its part of an answer. An answer about other selections still serves those that it has. */
const rowsOf = (parts: readonly SelectionRef[], quote: BuilderQuote | undefined): PartRow[] => {
  const rows = parts.map((part) => rowOf(part, quote));
  // Where the problem is that of no single selection, all of them are marked.
  if (quote?.state !== 'impossible' || rows.some(({ problem }) => problem !== undefined)) return rows;
  return rows.map((row) => ({ ...row, problem: 'impossible' }));
};

/** Whether an answer is about exactly these selections. */
const isAbout = (parts: readonly SelectionRef[], quote: BuilderQuote): boolean =>
  quote.parts.length === parts.length &&
  parts.every((part) => quote.parts.some((known) => isSamePart(known, part)));

/** The view of the selections and the last answer, which may be about other selections. */
export const builderView = (parts: readonly SelectionRef[], last: BuilderQuote | undefined): BuilderView => {
  const quote = last !== undefined && isAbout(parts, last) ? last : undefined;
  const rows = rowsOf(parts, quote);
  if (quote === undefined || parts.length === 0) return { rows, hindrance: undefined, price: undefined };
  if (quote.state !== 'open') {
    // The selection picked last is the one to remove.
    const part = rows.findLast(({ problem }) => problem === quote.state)?.part;
    return { rows, hindrance: { why: quote.state, part }, price: undefined };
  }
  const { odds, margin, chance, single } = quote;
  if (odds === null || margin === null || parts.length < limits.builderPartsMin) {
    return { rows, hindrance: undefined, price: undefined };
  }
  return {
    rows,
    hindrance: undefined,
    price: { odds, margin, chance: chance === null ? undefined : chancePercent(chance), single },
  };
};

/** What is wrong with which selections, for the prices of the page. */
export const troublesOf = ({ rows }: BuilderView): ReadonlyMap<string, Trouble> =>
  new Map(
    rows.flatMap(({ part, problem }): [string, Trouble][] =>
      problem === 'impossible' || problem === 'redundant' ? [[partText(part), problem]] : [],
    ),
  );

/** A chance of the wire in percent with two decimals, rounded half up: "0.084213" is "8.42". */
const chancePercent = (chance: string): string | undefined => {
  const millionths = parseAmount(chance, 6);
  if (millionths === undefined) return undefined;
  const hundredths = (millionths + 50n) / 100n;
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
};

/** Odds with two decimals, rounded down as prices are; what cannot be read stays. */
export const roundedOdds = (odds: string): string => {
  const milli = parseOdds(odds);
  return milli === undefined ? odds : formatOdds(milli - (milli % 10));
};
