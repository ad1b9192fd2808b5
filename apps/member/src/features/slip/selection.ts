import type { BuilderQuote } from '@touchline/contract/shapes/builder';
import type { MarketState, Team } from '@touchline/contract/shapes/football';
import { asFields, asList, asText } from '@touchline/client/values';

/** What names a selection of a match; `line` is the selected side's own. */
export type SelectionRef = { market: string; line?: string | undefined; selection: string };

/** What names a selection on the wire; a builder names the selections of its match that must all come in. */
export type LegRef = SelectionRef & { event: string; parts?: readonly SelectionRef[] | undefined };

/** A selection with what is needed to show it. */
export type SlipSelection = LegRef & { home: Team; away: Team; kickOff: string };

/** How the selections are bet on: each alone, all together, or every k of them. */
export const slipTabs = ['single', 'accumulator', 'system'] as const;
export type SlipTab = (typeof slipTabs)[number];

/** Whether a match is being played now, and whether it is a replay, whose clock is faster. */
export type InPlayState = { inPlay?: boolean | undefined; replay?: boolean | undefined };

/** How the book offers a selection now. */
export type SlipOffer = InPlayState & {
  odds: string | null;
  state: MarketState;
  margin: string;
  /** Of a builder: the last quote for its selections together, and for each. */
  builder?: { state: BuilderQuote['state']; parts: readonly MarketState[] };
};

/** One text for one selection of a match. */
export const partText = ({ market, line = '', selection }: SelectionRef): string =>
  [market, line, selection].join(' ');

/** One text for one selection of one market, or for one set of selections in whichever order. */
export const idOf = ({ event, parts = [], ...leg }: LegRef): string =>
  [event, partText(leg), ...parts.map(partText).toSorted()].join(' ');

// What the prices of a page need of the slip. The slip itself comes after them.
let ids: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Shows the price buttons which selections are in the slip now. */
export const showPicked = (picks: readonly LegRef[]): void => {
  const next = new Set(picks.map(idOf));
  if (next.size === ids.size && [...next].every((id) => ids.has(id))) return;
  ids = next;
  for (const listener of listeners) listener();
};

/** Calls back when selections come into the slip or leave it. @returns a function that ends it */
export const watchPicked = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Whether a selection is in the slip. */
export const isPicked = (pick: LegRef): boolean => ids.has(idOf(pick));

const readPart = (value: unknown): SelectionRef[] => {
  const fields = asFields(value);
  const [market, selection, line] = [asText(fields.market), asText(fields.selection), asText(fields.line)];
  if (market === undefined || selection === undefined) return [];
  return [line === undefined ? { market, selection } : { market, selection, line }];
};

/** Reads the selections of a builder; undefined where there are none, or one that cannot be read. */
export const readParts = (value: unknown): SelectionRef[] | undefined => {
  const parts = asList(value);
  const read = parts.flatMap(readPart);
  return read.length === 0 || read.length !== parts.length ? undefined : read;
};
