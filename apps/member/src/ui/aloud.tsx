import { useSyncExternalStore } from 'react';
import { toastStore } from '../lib/toasts.ts';

/**
 * Where messages for screen readers appear. The app has one and so has every open sheet, since a sheet silences all outside it.
 */
export const Aloud = () => {
  const said = useSyncExternalStore(toastStore.watch, toastStore.readSaid);
  return (
    <output className="visually-hidden" aria-live="polite">
      {said !== undefined && <span key={said.id}>{said.text}</span>}
    </output>
  );
};
