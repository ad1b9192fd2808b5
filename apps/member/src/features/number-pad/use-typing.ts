import { useEffect, useRef } from 'react';
import { keyOfKeyboard, type PadKey } from './keypad.ts';

/** Inputs that are tapped, not typed into. */
const tapped: ReadonlySet<string> = new Set(['radio', 'checkbox', 'button', 'submit']);

const hasOwnKeys = (target: EventTarget | null): boolean =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !tapped.has(target.type)) ||
  target instanceof HTMLTextAreaElement;

/** Hands over what a physical keyboard types for the number pad, while `active`; fields keep their own keys. */
export const useTyping = (active: boolean, onKey: (key: PadKey) => void): void => {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    if (!active) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || hasOwnKeys(event.target)) return;
      const key = keyOfKeyboard(event.key);
      if (key === undefined) return;
      event.preventDefault();
      latest.current(key);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [active]);
};
