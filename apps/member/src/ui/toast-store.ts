import { limits } from '@touchline/contract/limits';

/** The short message on screen, if any; `id` tells two equal texts apart. */
export type Toast = { id: number; text: string } | undefined;

let current: Toast;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const set = (next: Toast): void => {
  current = next;
  for (const listener of listeners) listener();
};

/** Shows `text` for a moment; a later message takes the place of an earlier one. Long texts stay a little longer. */
export const showToast = (text: string): void => {
  if (text === '') return;
  clearTimeout(timer);
  count += 1;
  set({ id: count, text });
  const readingMs = Math.max(0, text.length - 40) * 25;
  timer = setTimeout(() => set(undefined), limits.toastMs + readingMs);
};

export const toastStore = {
  read: (): Toast => current,
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
