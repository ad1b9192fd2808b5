export type Direction = 'ltr' | 'rtl';

/** A language of the product. */
type LocaleRecord = {
  lan: string;
  /** In the language itself. */
  name: string;
  dir: Direction;
  /** Between two sentences: nothing where sentences end with a full-width stop. */
  sentenceGap: string;
  /** Between date and time within a sentence: "Mon 23 Nov, 00:00". */
  dateTimeGap: string;
  /** Between the name of a near day and the time: "tomorrow 08:00". */
  nearTimeGap: string;
  /** The code by which `Intl.DisplayNames` names it: Chinese is distinguished by its script, not by a country. */
  displayCode: string;
};

/** The languages of the product. */
export const locales = [
  {
    lan: 'en',
    name: 'English',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'en',
  },
  {
    lan: 'zh-CN',
    name: '简体中文',
    dir: 'ltr',
    sentenceGap: '',
    dateTimeGap: ' ',
    nearTimeGap: ' ',
    displayCode: 'zh-Hans',
  },
  {
    lan: 'zh-TW',
    name: '繁體中文',
    dir: 'ltr',
    sentenceGap: '',
    dateTimeGap: ' ',
    nearTimeGap: ' ',
    displayCode: 'zh-Hant',
  },
  {
    lan: 'ar',
    name: 'العربية',
    dir: 'rtl',
    sentenceGap: ' ',
    dateTimeGap: '، ',
    nearTimeGap: ' ',
    displayCode: 'ar',
  },
  {
    lan: 'de',
    name: 'Deutsch',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'de',
  },
  {
    lan: 'es',
    name: 'Español',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'es',
  },
  {
    lan: 'fr',
    name: 'Français',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'fr',
  },
  {
    lan: 'hi',
    name: 'हिन्दी',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'hi',
  },
  {
    lan: 'id',
    name: 'Bahasa Indonesia',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'id',
  },
  {
    lan: 'it',
    name: 'Italiano',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'it',
  },
  {
    lan: 'ja',
    name: '日本語',
    dir: 'ltr',
    sentenceGap: '',
    dateTimeGap: ' ',
    nearTimeGap: ' ',
    displayCode: 'ja',
  },
  {
    lan: 'ko',
    name: '한국어',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ' ',
    nearTimeGap: ' ',
    displayCode: 'ko',
  },
  {
    lan: 'pt',
    name: 'Português',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' às ',
    displayCode: 'pt',
  },
  {
    lan: 'ru',
    name: 'Русский',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'ru',
  },
  {
    lan: 'th',
    name: 'ไทย',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ' ',
    nearTimeGap: ' ',
    displayCode: 'th',
  },
  {
    lan: 'tr',
    name: 'Türkçe',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'tr',
  },
  {
    lan: 'vi',
    name: 'Tiếng Việt',
    dir: 'ltr',
    sentenceGap: ' ',
    dateTimeGap: ', ',
    nearTimeGap: ' ',
    displayCode: 'vi',
  },
] as const satisfies readonly LocaleRecord[];

export type Lan = (typeof locales)[number]['lan'];
export type Locale = LocaleRecord & { lan: Lan };

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
