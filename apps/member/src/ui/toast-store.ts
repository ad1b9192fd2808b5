import { limits } from '@touchline/contract/limits';

/** What a message offers to do, such as undoing what it tells of. */
export type ToastAction = { label: string; run: () => void };

/** The short message on screen, if any; `id` tells two equal texts apart. */
export type Toast = { id: number; text: string; action?: ToastAction } | undefined;

/** How long a message stays that offers something. */
const actionMs = 5_000;

let current: Toast;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const set = (next: Toast): void => {
  current = next;
  for (const listener of listeners) listener();
};

/**
 * Shows `text` for a moment; a later message takes the place of an earlier one. Long texts stay a little longer, and so do
 * those with something to do.
 */
export const showToast = (text: string, action?: ToastAction): void => {
  if (text === '') return;
  clearTimeout(timer);
  count += 1;
  set({ id: count, text, ...(action === undefined ? {} : { action }) });
  const readingMs = Math.max(0, text.length - 40) * 25;
  timer = setTimeout(hideToast, (action === undefined ? limits.toastMs : actionMs) + readingMs);
};

/** Takes the message away. */
export const hideToast = (): void => set(undefined);

export const toastStore = {
  read: (): Toast => current,
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
