import { useSyncExternalStore } from 'react';
import { createStore } from '@touchline/kit/store';
import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import { useUser } from '../../lib/user.ts';
import { useScale } from '../labels/use-scale.ts';
import { showPicked } from './selection.ts';
import type { Bounds } from './quote.ts';
import { type SlipAction, slipReducer } from './slip-state.ts';
import { readSlipFrom, storedSlip } from './slip-storage.ts';
import { type PriceAcceptance, emptySlip, lastingAccept, type SlipState } from './slip.ts';

const acceptStore = createStore<Exclude<PriceAcceptance, 'any'>>({
  key: 'slip-accept',
  parse: (stored) => (stored === 'better' ? stored : 'none'),
});

/** The last stake that was placed, as it was written; undefined before the first. */
const lastStakeStore = createStore<string | undefined>({
  key: 'slip-last-stake',
  parse: (stored) => (typeof stored === 'string' && /^\d{1,7}(\.\d+)?$/.test(stored) ? stored : undefined),
});

/** Keeps a stake for the key that writes it again. */
export const keepStake = (stake: string): void => lastStakeStore.write(stake);

export const useLastStake = (): string | undefined => useStore(lastStakeStore);

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

/** Not stored: offers are fetched again after a reload, and an open sheet or a receipt does not outlive one. */
const isKept = ({ type }: SlipAction): boolean => !['offer', 'open', 'close', 'target'].includes(type);

/** Moves the slip of this page. What is in it outlives a reload; of the choices about moving prices only "if better" outlives the slip. */
export const dispatchSlip = (action: SlipAction): void => {
  const next = slipReducer(state, action);
  if (next === state) return;
  if (isKept(action)) keptStore.write(storedSlip(next));
  if (action.type === 'accept') acceptStore.write(lastingAccept(next.accept));
  become(next);
};

/** Empties the slip: the next member of this device starts with none. */
export const clearSlip = (): void => {
  keptStore.write(null);
  lastStakeStore.write(undefined);
  become({ ...emptySlip, accept: acceptStore.read() });
};

/** The current slip, for code outside a render. */
export const readSlip = read;

/** The slip of this page, which renders again with each change. */
export const useSlip = (): SlipState => useSyncExternalStore(watch, read);

// A visitor left the open slip to sign in, and finds it open again.
let opensAfterSignIn = false;

/** Opens the slip again on the page that a sign-in leads back to. */
export const openAfterSignIn = (): void => {
  opensAfterSignIn = true;
};

/** Whether the slip is to be opened now, once. */
export const takeOpenAfterSignIn = (): boolean => {
  const opens = opensAfterSignIn;
  opensAfterSignIn = false;
  return opens;
};

/** The balance assumed for visitors, who have no wallet: above any stake. */
const withoutWallet = '999999999999';

/** The bounds of a stake: the balance of the member, and the limits of the site. */
export const useBounds = (): Bounds => {
  const site = useStore(configStore).site;
  const scale = useScale();
  return {
    available: useUser()?.balance ?? withoutWallet,
    min: site?.stakeMin ?? '0',
    max: site?.stakeMax ?? '',
    scale,
  };
};
