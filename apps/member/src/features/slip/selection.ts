import type { MarketState, Team } from '@touchline/contract/shapes/football';
import { useSyncExternalStore } from 'react';

/** What names a selection on the wire; `line` is the selected side's own. */
export type LegRef = { event: string; market: string; line?: string | undefined; selection: string };

/** A selection with what is needed to show it. */
export type SlipSelection = LegRef & { home: Team; away: Team; kickOff: string };

/** How the book offers a selection at this moment; `inPlay` while its match is being played. */
export type Offer = { odds: string | null; state: MarketState; margin: string; inPlay?: boolean };

/** One text for one selection of one market. */
export const idOf = ({ event, market, line = '', selection }: LegRef): string =>
  [event, market, line, selection].join(' ');

// What the prices of a page need of the slip. The slip itself comes after them.
let ids: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Shows the price buttons which selections are in the slip now. */
export const showPicked = (picks: readonly LegRef[]): void => {
  const next = new Set(picks.map(idOf));
  if (next.size === ids.size && [...next].every((id) => ids.has(id))) return;
  ids = next;
  for (const listener of listeners) listener();
};

/** Whether a selection is in the slip; renders again only when that changes. */
export const useIsPicked = (pick: LegRef): boolean => {
  const id = idOf(pick);
  return useSyncExternalStore(watch, () => ids.has(id));
};
