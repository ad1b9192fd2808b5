import { useSyncExternalStore, useEffect, useRef } from 'react';
import { toastStore, sayAloud } from '../lib/toasts.ts';

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

/** Says a text each time it becomes another, e.g. a state that the server changes; not the first one that is known. */
export const useSayChanges = (text: string | undefined): void => {
  const before = useRef(text);
  useEffect(() => {
    if (text === undefined || before.current === text) return;
    if (before.current !== undefined) sayAloud(text);
    before.current = text;
  }, [text]);
};
