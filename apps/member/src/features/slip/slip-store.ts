import { useSyncExternalStore } from 'react';
import { createStore } from '../../state/store.ts';
import type { Accept } from './price-change.ts';
import {
  emptySlip,
  samePick,
  slipReducer,
  type Pick,
  type SlipAction,
  type SlipState,
} from './slip-state.ts';

const acceptStore = createStore<Accept>({
  key: 'slip-accept',
  parse: (stored) => (stored === 'better' || stored === 'any' ? stored : 'none'),
});

let state: SlipState = { ...emptySlip, accept: acceptStore.read() };
const listeners = new Set<() => void>();

const read = (): SlipState => state;
const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Moves the slip of this page; the choice about moving prices outlives it. */
export const dispatchSlip = (action: SlipAction): void => {
  const next = slipReducer(state, action);
  if (next === state) return;
  state = next;
  if (action.type === 'accept') acceptStore.write(next.accept);
  for (const listener of listeners) listener();
};

/** Empties the slip: the next member of this device starts with none. */
export const clearSlip = (): void => {
  state = { ...emptySlip, accept: acceptStore.read() };
  for (const listener of listeners) listener();
};

/** The slip as it stands, for what happens outside a render. */
export const readSlip = read;

export const useSlip = (): SlipState => useSyncExternalStore(watch, read);

/** Whether a selection is the one in the slip; renders again only when that changes. */
export const useIsPicked = (pick: Omit<Pick, 'home' | 'away' | 'kickOff'>): boolean =>
  useSyncExternalStore(
    watch,
    () => state.pick !== undefined && state.phase !== 'placed' && samePick(state.pick, pick),
  );
