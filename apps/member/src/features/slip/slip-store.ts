import { useSyncExternalStore } from 'react';
import { createStore } from '@touchline/kit/store';
import { showPicked } from './picked.ts';
import type { Accept } from './price-change.ts';
import { slipReducer, type SlipAction } from './slip-state.ts';
import { readSlipFrom, storedSlip } from './slip-storage.ts';
import { emptySlip, type SlipState } from './slip-types.ts';

const acceptStore = createStore<Accept>({
  key: 'slip-accept',
  parse: (stored) => (stored === 'better' || stored === 'any' ? stored : 'none'),
});

const keptStore = createStore<unknown>({ key: 'slip', parse: (stored) => stored });

let state: SlipState = readSlipFrom(keptStore.read(), acceptStore.read());
const listeners = new Set<() => void>();

const read = (): SlipState => state;
const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
const tellPrices = (): void => showPicked(state.items.map(({ pick }) => pick));
const become = (next: SlipState): void => {
  state = next;
  tellPrices();
  for (const listener of listeners) listener();
};

tellPrices();

/** Offers come anew after a reload, and an open sheet or a receipt is of the moment: neither is worth a write. */
const isKept = ({ type }: SlipAction): boolean => !['offer', 'open', 'close', 'target'].includes(type);

/** Moves the slip of this page. What is in it outlives a reload, as does the choice about moving prices. */
export const dispatchSlip = (action: SlipAction): void => {
  const next = slipReducer(state, action);
  if (next === state) return;
  if (isKept(action)) keptStore.write(storedSlip(next));
  if (action.type === 'accept') acceptStore.write(next.accept);
  become(next);
};

/** Empties the slip: the next member of this device starts with none. */
export const clearSlip = (): void => {
  keptStore.write(null);
  become({ ...emptySlip, accept: acceptStore.read() });
};

/** The slip as it stands, for what happens outside a render. */
export const readSlip = read;

export const useSlip = (): SlipState => useSyncExternalStore(watch, read);
