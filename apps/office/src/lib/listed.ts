import { currentLan } from './i18n.ts';

/** Words one after the other, as the operator's language writes a list. */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat(currentLan(), { type: 'conjunction', style: 'narrow' }).format(words);
