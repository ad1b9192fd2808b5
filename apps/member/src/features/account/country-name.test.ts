import { describe, expect, it } from 'vitest';
import { countryName, findCountries, helpCountry } from './country-name.ts';

const country = (iso: string, en: string, zh: string, code: string) => ({
  iso,
  en,
  zh,
  code,
  flag: iso.toLowerCase(),
  allowed: true,
});
const countries = [
  country('DE', 'Germany', '德国', '49'),
  country('AT', 'Austria', '奥地利', '43'),
  country('BR', 'Brazil', '巴西', '55'),
  country('AU', 'Australia', '澳大利亚', '61'),
  country('CW', 'Curaçao', '库拉索', '599'),
  country('EG', 'Egypt', '埃及', '20'),
  country('ER', 'Eritrea', '厄立特里亚', '291'),
  country('ES', 'Spain', '西班牙', '34'),
  country('GB', 'United Kingdom', '英国', '44'),
  country('IN', 'India', '印度', '91'),
  country('IT', 'Italy', '意大利', '39'),
  country('JO', 'Jordan', '约旦', '962'),
  country('TR', 'Turkey', '土耳其', '90'),
  country('US', 'United States', '美国', '1'),
  country('VN', 'Vietnam', '越南', '84'),
];
const found = (query: string, lan: string) => findCountries(countries, query, lan).map(({ iso }) => iso);

describe('countries', () => {
  it('have their names in the language of the page', () => {
    expect(countries.slice(0, 3).map((each) => countryName(each, 'de'))).toEqual([
      'Deutschland',
      'Österreich',
      'Brasilien',
    ]);
    expect(countries.slice(0, 3).map((each) => countryName(each, 'zh-CN'))).toEqual([
      '德国',
      '奥地利',
      '巴西',
    ]);
  });

  it('are in the order of that language', () => {
    expect(found('', 'en').slice(0, 4)).toEqual(['AU', 'AT', 'BR', 'CW']);
    expect(found('', 'de').slice(0, 4)).toEqual(['EG', 'AU', 'BR', 'CW']);
  });

  it('are found by name, English name, code and calling code', () => {
    expect(found('deutsch', 'de')).toEqual(['DE']);
    expect(found('germ', 'de')).toEqual(['DE']);
    expect(found('br', 'en')).toEqual(['BR']);
    expect(found('+4', 'en')).toEqual(['AT', 'DE', 'GB']);
    expect(found('zz', 'en')).toEqual([]);
  });

  it.each([
    ['Italya', 'tr', 'IT'],
    ['India', 'tr', 'IN'],
    ['Ispanya', 'tr', 'ES'],
    ['Turkiye', 'tr', 'TR'],
    ['misir', 'tr', 'EG'],
    ['MISIR', 'tr', 'EG'],
    ['TR', 'tr', 'TR'],
    ['TR', 'en', 'TR'],
    ['Osterreich', 'de', 'AT'],
    ['oesterreich', 'de', 'AT'],
    ['Espana', 'es', 'ES'],
    ['Curacao', 'en', 'CW'],
    ['viet nam', 'en', 'VN'],
    ['vietnam', 'vi', 'VN'],
    ['الاردن', 'ar', 'JO'],
    ['USA', 'en', 'US'],
    ['usa', 'de', 'US'],
    ['UK', 'fr', 'GB'],
    ['ＢＲ', 'en', 'BR'],
    ['٤٤', 'ar', 'GB'],
    ['0044', 'en', 'GB'],
    ['ブラジル', 'ja', 'BR'],
    ['ﾌﾞﾗｼﾞﾙ', 'ja', 'BR'],
  ])('%s in %s finds %s first', (query, lan, iso) => {
    expect(found(query, lan)[0]).toBe(iso);
  });
});

const codes = [
  { iso: 'DE', code: '49' },
  { iso: 'GB', code: '44' },
];

describe('the country of the help lines', () => {
  it('is that of the phone number, with a plus or without', () => {
    expect(helpCountry(codes, '44', '49')).toBe('GB');
    expect(helpCountry(codes, '+44', '49')).toBe('GB');
  });

  it('is that of the site for members without a number, or with one of nowhere', () => {
    expect(helpCountry(codes, undefined, '+49')).toBe('DE');
    expect(helpCountry(codes, '999', '49')).toBe('DE');
  });

  it('is open where neither is known', () => {
    expect(helpCountry(codes, undefined, '')).toBeUndefined();
  });
});
