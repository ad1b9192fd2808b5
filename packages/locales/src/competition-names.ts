import { fallbackLan, type Lan } from './locales.ts';

type Names = Readonly<Partial<Record<Lan, string>>>;

/** Leagues the server ships, by their ids; languages that are left out call them as English does. */
const leagues: Readonly<Record<string, { name: string; names: Names }>> = {
  'en.1': {
    name: 'Premier League',
    names: {
      'zh-CN': '英超',
      'zh-TW': '英超',
      ar: 'الدوري الإنجليزي الممتاز',
      hi: 'प्रीमियर लीग',
      id: 'Liga Primer Inggris',
      ja: 'プレミアリーグ',
      ko: '프리미어리그',
      ru: 'Английская Премьер-лига',
      th: 'พรีเมียร์ลีก',
      tr: 'Premier Lig',
      vi: 'Ngoại hạng Anh',
    },
  },
  'en.2': {
    name: 'Championship',
    names: {
      'zh-CN': '英冠',
      'zh-TW': '英冠',
      ar: 'دوري البطولة الإنجليزية',
      hi: 'चैंपियनशिप',
      ja: 'チャンピオンシップ',
      ko: '챔피언십',
      ru: 'Чемпионшип',
      th: 'แชมเปียนชิป',
      vi: 'Hạng nhất Anh',
    },
  },
  'de.1': {
    name: 'Bundesliga',
    names: {
      'zh-CN': '德甲',
      'zh-TW': '德甲',
      ar: 'الدوري الألماني',
      hi: 'बुंडेसलीगा',
      ja: 'ブンデスリーガ',
      ko: '분데스리가',
      ru: 'Бундеслига',
      th: 'บุนเดสลีกา',
    },
  },
  'es.1': {
    name: 'La Liga',
    names: {
      'zh-CN': '西甲',
      'zh-TW': '西甲',
      ar: 'الدوري الإسباني',
      hi: 'ला लीगा',
      ja: 'ラ・リーガ',
      ko: '라리가',
      ru: 'Ла Лига',
      th: 'ลาลีกา',
    },
  },
  'fr.1': {
    name: 'Ligue 1',
    names: {
      'zh-CN': '法甲',
      'zh-TW': '法甲',
      ar: 'الدوري الفرنسي',
      hi: 'लीग 1',
      ja: 'リーグ・アン',
      ko: '리그 1',
      ru: 'Лига 1',
      th: 'ลีกเอิง',
    },
  },
  'it.1': {
    name: 'Serie A',
    names: {
      'zh-CN': '意甲',
      'zh-TW': '意甲',
      ar: 'الدوري الإيطالي',
      hi: 'सीरी ए',
      ja: 'セリエA',
      ko: '세리에 A',
      ru: 'Серия A',
      th: 'เซเรียอา',
    },
  },
};

/** The World Cup without and with its year. */
const worldCup: Readonly<Record<Lan, readonly [bare: string, ofYear: string]>> = {
  en: ['World Cup', 'World Cup {year}'],
  'zh-CN': ['世界杯', '{year} 年世界杯'],
  'zh-TW': ['世界盃', '{year} 世界盃'],
  ar: ['كأس العالم', 'كأس العالم {year}'],
  de: ['Weltmeisterschaft', 'WM {year}'],
  es: ['Mundial', 'Mundial {year}'],
  fr: ['Coupe du monde', 'Coupe du monde {year}'],
  hi: ['वर्ल्ड कप', 'वर्ल्ड कप {year}'],
  id: ['Piala Dunia', 'Piala Dunia {year}'],
  it: ['Mondiali', 'Mondiali {year}'],
  ja: ['ワールドカップ', 'ワールドカップ{year}'],
  ko: ['월드컵', '{year} 월드컵'],
  pt: ['Copa do Mundo', 'Copa do Mundo {year}'],
  ru: ['Чемпионат мира', 'ЧМ-{year}'],
  th: ['ฟุตบอลโลก', 'ฟุตบอลโลก {year}'],
  tr: ['Dünya Kupası', '{year} Dünya Kupası'],
  vi: ['World Cup', 'World Cup {year}'],
};

/** What a competition is named by; `names` are those its house has given it. */
type Named = {
  id?: string | undefined;
  name: string;
  names?: Readonly<Record<string, string>> | undefined;
};

/**
 * The name of a competition in `lan`: as the house has it, else as football says of those the server ships. One that goes
 * by another name than the one it was shipped with keeps that.
 */
export const competitionName = ({ id = '', name, names }: Named, lan: Lan): string => {
  const said = lan === fallbackLan ? undefined : names?.[lan];
  if (said !== undefined) return said;
  const league = leagues[id];
  if (league?.name === name) return league.names[lan] ?? name;
  const match = /^(?:FIFA )?World Cup(?: (\d{4}))?$/i.exec(name);
  if (match === null) return name;
  const [bare, ofYear] = worldCup[lan];
  return match[1] === undefined ? bare : ofYear.replace('{year}', match[1]);
};
