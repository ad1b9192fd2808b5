import { useEffect, useRef } from 'react';
import { sayAloud } from '../lib/toasts.ts';

/** Says a text each time it becomes another, e.g. a state that the server changes; not the first one that is known. */
export const useSayChanges = (text: string | undefined): void => {
  const before = useRef(text);
  useEffect(() => {
    if (text === undefined || before.current === text) return;
    if (before.current !== undefined) sayAloud(text);
    before.current = text;
  }, [text]);
};
