import { limits } from '@touchline/contract/limits';

/** What a message offers to do, such as undoing what it reports. */
export type ToastAction = { label: string; run: () => void };

/** A short message, shown or read aloud; `id` distinguishes two equal texts. */
export type Message = { id: number; text: string; action?: ToastAction | undefined } | undefined;

/** How long a message stays that offers something. */
const actionMs = 5_000;

/** How long a message for screen readers stays, for people who move to it by hand. */
const saidMs = 5_000;

type Place = 'shown' | 'said';

const messages: Record<Place, Message> = { shown: undefined, said: undefined };
const timers: Partial<Record<Place, ReturnType<typeof setTimeout>>> = {};
let count = 0;
const listeners = new Set<() => void>();

const set = (place: Place, next: Message): void => {
  messages[place] = next;
  for (const listener of listeners) listener();
};

const put = (place: Place, text: string, ms: number, action?: ToastAction): void => {
  if (text === '') return;
  clearTimeout(timers[place]);
  count += 1;
  set(place, { id: count, text, action });
  timers[place] = setTimeout(() => set(place, undefined), ms);
};

/** Has `text` read out without showing it or moving the focus; a text that is being read ends first. */
export const sayAloud = (text: string): void => put('said', text, saidMs);

/**
 * Shows `text` briefly and has it read out; a later message takes the place of an earlier one. Long texts stay a little longer,
 * and so do those with something to do.
 * @returns how long it stays, milliseconds
 */
export const showToast = (text: string, action?: ToastAction): number => {
  const readingMs = Math.max(0, text.length - 40) * 25;
  const ms = (action === undefined ? limits.toastMs : actionMs) + readingMs;
  put('shown', text, ms, action);
  sayAloud(text);
  return ms;
};

/** Takes the message away. */
export const hideToast = (): void => set('shown', undefined);

export const toastStore = {
  read: (): Message => messages.shown,
  readSaid: (): Message => messages.said,
  watch: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
