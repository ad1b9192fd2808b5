import { describe, expect, it } from 'vitest';
import { countryName, findCountries } from './country-name.ts';

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
];
const found = (query: string, lan: string) => findCountries(countries, query, lan).map(({ iso }) => iso);

describe('countries', () => {
  it('have their names in the language of the page', () => {
    expect(countries.map((each) => countryName(each, 'de'))).toEqual([
      'Deutschland',
      'Österreich',
      'Brasilien',
    ]);
    expect(countries.map((each) => countryName(each, 'zh-CN'))).toEqual(['德国', '奥地利', '巴西']);
  });

  it('are in the order of that language', () => {
    expect(found('', 'en')).toEqual(['AT', 'BR', 'DE']);
    expect(found('', 'de')).toEqual(['BR', 'DE', 'AT']);
  });

  it('are found by name, English name, code and calling code', () => {
    expect(found('deutsch', 'de')).toEqual(['DE']);
    expect(found('germ', 'de')).toEqual(['DE']);
    expect(found('br', 'en')).toEqual(['BR']);
    expect(found('+4', 'en')).toEqual(['AT', 'DE']);
    expect(found('zz', 'en')).toEqual([]);
  });
});
