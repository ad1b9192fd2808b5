import { limits } from '@touchline/contract/limits';

/** A short message, shown or said; `id` tells two equal texts apart. */
export type Message = { id: number; text: string } | undefined;

/** How long what is said stands for whoever reads on by hand. */
const saidMs = 5_000;

type Place = 'shown' | 'said';

const messages: Record<Place, Message> = { shown: undefined, said: undefined };
const timers: Partial<Record<Place, ReturnType<typeof setTimeout>>> = {};
let count = 0;
const listeners = new Set<() => void>();

const put = (place: Place, text: string, ms: number): void => {
  const set = (next: Message): void => {
    messages[place] = next;
    for (const listener of listeners) listener();
  };
  if (text === '') return;
  clearTimeout(timers[place]);
  count += 1;
  set({ id: count, text });
  timers[place] = setTimeout(() => set(undefined), ms);
};

/** Has `text` read out without showing it or moving the focus; what is being said ends first. */
export const sayAloud = (text: string): void => put('said', text, saidMs);

/** Shows `text` for a moment and says it; a later message takes the place of an earlier one. Long texts stay a little longer. */
export const showToast = (text: string): void => {
  put('shown', text, limits.toastMs + Math.max(0, text.length - 40) * 25);
  sayAloud(text);
};

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
