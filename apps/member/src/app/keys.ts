import { createStore } from '@touchline/kit/store';

/** Whether single keys are shortcuts. Speech input and accidental key presses trigger them, so they can be turned off. */
export const lettersStore = createStore<boolean>({ key: 'shortcuts', parse: (stored) => stored !== false });

/** What a key does on a desktop. */
type Meaning = 'search' | 'slip' | 'help' | 'leave';

const letters: Readonly<Record<string, Meaning>> = { '/': 'search', b: 'slip', B: 'slip', '?': 'help' };

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select') !== null;

/** The shortcut of a key press; undefined for keys that a field, a sheet or the browser handles. */
export const meaningOf = (event: KeyboardEvent, hasLetters: boolean): Meaning | undefined => {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  // A sheet closes on its own.
  if (document.querySelector('dialog[open]') !== null) return undefined;
  if (event.key === 'Escape') return 'leave';
  return hasLetters && !isField(event.target) ? letters[event.key] : undefined;
};
