import { localeOf } from '@touchline/locales/locales';
import { currentLan } from '../../state/i18n.tsx';

/**
 * Keeps a score, clock or amount in its own direction inside a sentence of right-to-left text, where "2–1" would
 * otherwise be shown as "1–2". For text without its own element; elements use `<bdi dir="ltr">`.
 */
export const isolated = (text: string): string =>
  localeOf(currentLan()).dir === 'rtl' ? `\u2066${text}\u2069` : text;

/** The space between two sentences: none where the full stop is as wide as a letter. */
export const sentenceGap = (): string => (/^(ja|zh)/.test(currentLan()) ? '' : ' ');
