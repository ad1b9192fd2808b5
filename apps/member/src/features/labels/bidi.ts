import { localeOf } from '@touchline/locales/locales';
import { currentLan } from '../../lib/i18n.tsx';

const isMirrored = (): boolean => localeOf(currentLan()).dir === 'rtl';

/**
 * Keeps a clock, amount or price in its own direction inside a sentence of right-to-left text. For text without its own
 * element; elements use `<bdi dir="ltr">`. Not for scores, which turn with the page (`scoreText`).
 */
export const isolated = (text: string): string => (isMirrored() ? `\u2066${text}\u2069` : text);

/** Lets parts of the home and the away side follow the page: the home side is where reading begins, in any script. */
export const mirrored = (text: string): string => (isMirrored() ? `\u2067${text}\u2069` : text);

/** Isolates the direction of a name, so that a name in Latin letters does not reorder the text around it. */
export const named = (text: string): string => (isMirrored() ? `\u2068${text}\u2069` : text);

/** The space between two sentences: none where the full stop is as wide as a letter. */
export const sentenceGap = (): string => (/^(ja|zh)/.test(currentLan()) ? '' : ' ');
