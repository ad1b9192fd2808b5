import { useEffect, useRef, useSyncExternalStore } from 'react';
import { settingsStore } from './settings.ts';
import { createKeys, type Shortcut } from './keys.ts';

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
