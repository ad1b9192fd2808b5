import type { Lan } from '../src/locales.ts';

/** Texts a language rightly writes as English does. */
export const cognates: Readonly<Partial<Record<Lan, readonly string[]>>> = {
  de: ['Handicap', 'Live', 'System', 'Version {version}'],
};
