import type { StoredValue } from '@touchline/kit/store';
import { useSyncExternalStore } from 'react';

/** The current value of a store; the component renders again when it changes. */
export const useStore = <T>(store: StoredValue<T>): T => useSyncExternalStore(store.watch, store.read);
