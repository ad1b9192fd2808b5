import { useRouter } from '@tanstack/react-router';
import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';

/** What pages remember for the way back: scroll positions and filters, by place in the history. */
const memory = new Map<string, unknown>();
const listeners = new Set<() => void>();

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

const remember = (key: string, value: unknown): void => {
  memory.set(key, value);
  for (const listener of listeners) listener();
};

/**
 * Names the place a page was opened at: tabs keep one state each, other pages one for every time they were opened.
 * Taken once: a page that is being left already sees the address of the next.
 */
const useEntry = (isTab: boolean): string => {
  const router = useRouter();
  const [entry] = useState(() => {
    const { pathname, state } = router.state.location;
    const { __TSR_key: key = '' } = state;
    return isTab ? pathname : `${pathname} ${key}`;
  });
  return entry;
};

/** Puts the content back where it was when the member left it. */
export const useScrollMemory = (content: RefObject<HTMLElement | null>, isTab: boolean): void => {
  const key = `scroll ${useEntry(isTab)}`;
  useLayoutEffect(() => {
    const element = content.current;
    if (!element) return undefined;
    const top = memory.get(key);
    if (typeof top === 'number') element.scrollTo({ top });
    const keep = () => {
      memory.set(key, element.scrollTop);
    };
    element.addEventListener('scroll', keep, { passive: true });
    return () => element.removeEventListener('scroll', keep);
  }, [content, key]);
};

/**
 * State of a page that is still there when the member comes back to it: filters, the open tab, loaded pages.
 * `isTab` as for the page itself; `accepts` guards the remembered value.
 */
export const usePageState = <T>(
  name: string,
  initial: T,
  { isTab = false, accepts }: { isTab?: boolean; accepts: (value: unknown) => value is T },
): [T, (next: T) => void] => {
  return useRemembered(`${name} ${useEntry(isTab)}`, initial, accepts);
};

/** The same state of the tab at `pathname`, for the column next to it: either changes the other. */
export const useTabState = <T>(
  pathname: string,
  name: string,
  { initial, accepts }: { initial: T; accepts: (value: unknown) => value is T },
): [T, (next: T) => void] => useRemembered(`${name} ${pathname}`, initial, accepts);

const useRemembered = <T>(
  key: string,
  initial: T,
  accepts: (value: unknown) => value is T,
): [T, (next: T) => void] => {
  const [first] = useState(initial);
  const value = useSyncExternalStore(watch, () => {
    const known = memory.get(key);
    return accepts(known) ? known : first;
  });
  return [value, (next) => remember(key, next)];
};

/** What a part of a page left for when it is shown again, and the way to leave it; nothing renders for it. */
export const usePageNote = <T>(
  name: string,
  { isTab = false, accepts }: { isTab?: boolean; accepts: (value: unknown) => value is T },
): [T | undefined, (next: T) => void] => {
  const key = `${name} ${useEntry(isTab)}`;
  const [found] = useState(() => {
    const known = memory.get(key);
    return accepts(known) ? known : undefined;
  });
  const leave = useCallback((next: T) => void memory.set(key, next), [key]);
  return [found, leave];
};

/** Sets what a tab finds when it is next opened, as `usePageState` there would have remembered it. */
export const presetTab = (pathname: string, name: string, value: unknown): void => {
  memory.delete(`scroll ${pathname}`);
  remember(`${name} ${pathname}`, value);
};

/** Forgets everything: the next member of this device starts afresh. */
export const forgetPages = (): void => memory.clear();
