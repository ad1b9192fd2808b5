import { localeOf, type Lan } from './locales.ts';

/** An aside in the brackets of `lan`, to follow a text without a blank: " (1–0)", in Chinese "（1–0）". */
export const bracketed = (aside: string, lan: Lan): string => {
  const [open, close] = localeOf(lan).brackets;
  return `${open}${aside}${close}`;
};
