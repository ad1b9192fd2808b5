import { isLan, localeOf } from '@touchline/locales/locales';

/** The name of a language in another one, "German" for `de` in English; empty where the browser has none. */
export const languageName = (lan: string, inLan: string): string => {
  try {
    return (
      new Intl.DisplayNames(inLan, { type: 'language', fallback: 'none' }).of(
        isLan(lan) ? localeOf(lan).displayCode : lan,
      ) ?? ''
    );
  } catch {
    return '';
  }
};
