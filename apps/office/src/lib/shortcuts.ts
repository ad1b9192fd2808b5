import { useEffect, useRef, useSyncExternalStore } from 'react';
import { settingsStore } from './settings.ts';

/** What a key, or two keys one after the other ("g r"), do on the current page. */
export type Shortcut = { keys: string; text: string; run: () => void };

/**
 * Follows keys as they are pressed. The key after the first of a pair completes that pair or does nothing, however late it
 * comes: it never counts alone, since on another page the same key may decide about money.
 * @returns what a press does: the shortcut it completes, or nothing yet
 */
export const createKeys = (shortcuts: () => readonly Shortcut[]) => {
  let first: string | undefined;
  return (key: string): Shortcut | undefined => {
    const keys = first === undefined ? key : `${first} ${key}`;
    // The shortcut added last wins: it belongs to a sheet over the page.
    const known = shortcuts().toReversed();
    const found = known.find((each) => each.keys === keys);
    const begins =
      first === undefined && found === undefined && known.some((each) => each.keys.startsWith(`${key} `));
    first = begins ? key : undefined;
    return found;
  };
};

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();
const put = (next: readonly Shortcut[]): void => {
  shortcuts = next;
  for (const listener of listeners) listener();
};
const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The shortcuts of the current page. */
export const useShortcuts = (): readonly Shortcut[] => useSyncExternalStore(watch, () => shortcuts);

/** Registers a shortcut while the component is mounted. `undefined` instead of `run` turns it off. */
export const useShortcut = (keys: string, text: string, run: (() => void) | undefined): void => {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isOn = run !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    const own: Shortcut = { keys, text, run: () => latest.current?.() };
    put([...shortcuts, own]);
    return () => put(shortcuts.filter((each) => each !== own));
  }, [keys, text, isOn]);
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]') !== null;

/** Listens to keys from now on. Nothing acts while the operator types, or a sheet covers the page. */
export const startShortcuts = (): void => {
  const press = createKeys(() => shortcuts);
  document.addEventListener('keydown', (event) => {
    const held = event.ctrlKey || event.metaKey || event.altKey;
    if (held || event.defaultPrevented || event.repeat) return;
    if (event.key !== 'Escape' && (isTyping(event.target) || !settingsStore.read().keys)) return;
    if (document.querySelector('dialog[open], [role="menu"]') !== null) return;
    const found = press(event.key);
    if (found === undefined) return;
    event.preventDefault();
    found.run();
  });
};
