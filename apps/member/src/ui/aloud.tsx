import { useSyncExternalStore } from 'react';
import { toastStore } from '../state/toasts.ts';

/**
 * Where what is said appears. It stands in the app and in every open sheet: a sheet silences all outside of it.
 */
export const Aloud = () => {
  const said = useSyncExternalStore(toastStore.watch, toastStore.readSaid);
  return (
    <output className="visually-hidden" aria-live="polite">
      {said !== undefined && <span key={said.id}>{said.text}</span>}
    </output>
  );
};
