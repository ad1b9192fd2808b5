/** The two kinds of Chinese differ by script, not by country. */
const names: Readonly<Record<string, string>> = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' };

/** The name of a language in another one, "German" for `de` in English; empty where the browser has none. */
export const languageName = (lan: string, inLan: string): string => {
  try {
    return new Intl.DisplayNames(inLan, { type: 'language', fallback: 'none' }).of(names[lan] ?? lan) ?? '';
  } catch {
    return '';
  }
};
