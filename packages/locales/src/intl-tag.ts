import type { Lan } from './locales.ts';

/**
 * The tag for `Intl` of a language: always Latin digits and the Gregorian calendar, so that figures line up. The English
 * texts are British, and so are their dates.
 */
export const intlTag = (lan: Lan): string => `${lan === 'en' ? 'en-GB' : lan}-u-ca-gregory-nu-latn`;
