export type Direction = 'ltr' | 'rtl';

/** A language of the product. */
type LocaleRecord = {
  lan: string;
  /** In the language itself. */
  name: string;
  dir: Direction;
  /** Between two sentences, if not a blank: nothing where sentences end with a full-width stop. */
  sentenceGap?: string;
  /** Between date and time within a sentence, if not a comma and a blank: "Mon 23 Nov, 00:00". */
  dateTimeGap?: string;
  /** Between the name of a near day and the time, if not a blank: "tomorrow 08:00". */
  nearTimeGap?: string;
  /** Around an aside behind a text, if not those of Latin with a blank before them: "Over 2.5 (First half)". */
  brackets?: readonly [open: string, close: string];
  /** The code by which `Intl.DisplayNames` names it, if not `lan`: Chinese is distinguished by its script, not by a country. */
  displayCode?: string;
};

/** The languages of the product. */
export const locales = [
  {
    lan: 'en',
    name: 'English',
    dir: 'ltr',
  },
  {
    lan: 'zh-CN',
    name: '简体中文',
    dir: 'ltr',
    sentenceGap: '',
    dateTimeGap: ' ',
    brackets: ['（', '）'],
    displayCode: 'zh-Hans',
  },
  {
    lan: 'zh-TW',
    name: '繁體中文',
    dir: 'ltr',
    sentenceGap: '',
    dateTimeGap: ' ',
    brackets: ['（', '）'],
    displayCode: 'zh-Hant',
  },
  {
    lan: 'ar',
    name: 'العربية',
    dir: 'rtl',
    dateTimeGap: '، ',
  },
  {
    lan: 'de',
    name: 'Deutsch',
    dir: 'ltr',
  },
  {
    lan: 'es',
    name: 'Español',
    dir: 'ltr',
  },
  {
    lan: 'fr',
    name: 'Français',
    dir: 'ltr',
  },
  {
    lan: 'hi',
    name: 'हिन्दी',
    dir: 'ltr',
  },
  {
    lan: 'id',
    name: 'Bahasa Indonesia',
    dir: 'ltr',
  },
  {
    lan: 'it',
    name: 'Italiano',
    dir: 'ltr',
  },
  {
    lan: 'ja',
    name: '日本語',
    dir: 'ltr',
    sentenceGap: '',
    dateTimeGap: ' ',
    brackets: ['（', '）'],
  },
  {
    lan: 'ko',
    name: '한국어',
    dir: 'ltr',
    dateTimeGap: ' ',
  },
  {
    lan: 'pt',
    name: 'Português',
    dir: 'ltr',
    nearTimeGap: ' às ',
  },
  {
    lan: 'ru',
    name: 'Русский',
    dir: 'ltr',
  },
  {
    lan: 'th',
    name: 'ไทย',
    dir: 'ltr',
    dateTimeGap: ' ',
  },
  {
    lan: 'tr',
    name: 'Türkçe',
    dir: 'ltr',
  },
  {
    lan: 'vi',
    name: 'Tiếng Việt',
    dir: 'ltr',
  },
] as const satisfies readonly LocaleRecord[];

export type Lan = (typeof locales)[number]['lan'];
export type Locale = Required<LocaleRecord> & { lan: Lan };

/** The language of last resort, and the one messages are written in. */
export const fallbackLan = 'en' satisfies Lan;

/** The codes of all languages. */
export const lans: readonly Lan[] = locales.map(({ lan }) => lan);

/** The languages of the office. */
export const officeLans = ['en', 'zh-CN'] as const satisfies readonly Lan[];
export type OfficeLan = (typeof officeLans)[number];

/** Whether `value` is the code of one of the product's languages. */
export const isLan = (value: string): value is Lan => locales.some((locale) => locale.lan === value);

/** Name, direction and habits of writing of `lan`. */
export const localeOf = (lan: Lan): Locale => ({
  sentenceGap: ' ',
  dateTimeGap: ', ',
  nearTimeGap: ' ',
  brackets: [' (', ')'],
  displayCode: lan,
  ...(locales.find((locale) => locale.lan === lan) ?? locales[0]),
});

/**
 * The tag for `Intl` of a language: always Latin digits and the Gregorian calendar, so that figures line up. The English
 * texts are British, and so are their dates.
 */
export const intlTag = (lan: Lan): string => `${lan === 'en' ? 'en-GB' : lan}-u-ca-gregory-nu-latn`;
