export type Direction = 'ltr' | 'rtl';

/** The languages of the product, each with its own name and direction of writing. */
export const locales = [
  { lan: 'en', name: 'English', dir: 'ltr' },
  { lan: 'zh-CN', name: '简体中文', dir: 'ltr' },
  { lan: 'zh-TW', name: '繁體中文', dir: 'ltr' },
  { lan: 'ar', name: 'العربية', dir: 'rtl' },
  { lan: 'de', name: 'Deutsch', dir: 'ltr' },
  { lan: 'es', name: 'Español', dir: 'ltr' },
  { lan: 'fr', name: 'Français', dir: 'ltr' },
  { lan: 'hi', name: 'हिन्दी', dir: 'ltr' },
  { lan: 'id', name: 'Bahasa Indonesia', dir: 'ltr' },
  { lan: 'it', name: 'Italiano', dir: 'ltr' },
  { lan: 'ja', name: '日本語', dir: 'ltr' },
  { lan: 'ko', name: '한국어', dir: 'ltr' },
  { lan: 'pt', name: 'Português', dir: 'ltr' },
  { lan: 'ru', name: 'Русский', dir: 'ltr' },
  { lan: 'th', name: 'ไทย', dir: 'ltr' },
  { lan: 'tr', name: 'Türkçe', dir: 'ltr' },
  { lan: 'vi', name: 'Tiếng Việt', dir: 'ltr' },
] as const satisfies readonly { lan: string; name: string; dir: Direction }[];

export type Lan = (typeof locales)[number]['lan'];
export type Locale = { lan: Lan; name: string; dir: Direction };

/** The language of last resort, and the one messages are written in. */
export const fallbackLan = 'en' satisfies Lan;

/** The codes of all languages. */
export const lans: readonly Lan[] = locales.map(({ lan }) => lan);

/** The languages of the office. */
export const officeLans = ['en', 'zh-CN'] as const satisfies readonly Lan[];
export type OfficeLan = (typeof officeLans)[number];

/** Whether `value` is the code of one of the product's languages. */
export const isLan = (value: string): value is Lan => locales.some((locale) => locale.lan === value);

/** Name and direction of `lan`. */
export const localeOf = (lan: Lan): Locale => locales.find((locale) => locale.lan === lan) ?? locales[0];
