import { useSyncExternalStore } from 'react';
import { idOf, type LegRef } from './pick.ts';

// What the prices of a page need of the slip. The slip itself comes after them.
let ids: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Tells the prices which selections are in the slip now. */
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
