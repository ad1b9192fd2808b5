import type { Store } from '@touchline/kit/store';
import { useSyncExternalStore } from 'react';

/** The current value of a store; the component renders again when it changes. */
export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.watch, store.read);
