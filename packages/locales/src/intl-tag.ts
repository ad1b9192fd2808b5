import type { Lan } from './locales.ts';

/** The tag for `Intl` of a language: always Latin digits and the Gregorian calendar, so that figures line up. */
export const intlTag = (lan: Lan): string => `${lan}-u-ca-gregory-nu-latn`;
