import { foundBy, searchFold } from '@touchline/kit/fold';
import { plainText } from '@touchline/kit/typed-text';
import type { Country } from '../../lib/site.ts';

const namers = new Map<string, Intl.DisplayNames | undefined>();

const namerOf = (lan: string): Intl.DisplayNames | undefined => {
  if (!namers.has(lan)) {
    try {
      namers.set(lan, new Intl.DisplayNames(lan, { type: 'region', fallback: 'none' }));
    } catch {
      namers.set(lan, undefined);
    }
  }
  return namers.get(lan);
};

/** A country's name in `lan`: the site's own in English and Chinese, else the browser's. */
export const countryName = (country: Country, lan: string): string => {
  if (lan === 'zh-CN') return country.zh;
  if (lan === 'en') return country.en;
  return namerOf(lan)?.of(country.iso) ?? country.en;
};

/** Short names that people type, which are no codes of ISO 3166. */
const shortNames: Readonly<Record<string, string>> = { US: 'usa', GB: 'uk', AE: 'uae' };

/** How well a country fits a query without blanks: by its code first, then by how its names begin; undefined when not at all. */
const fitOf = (country: Country, wanted: string, lan: string): number | undefined => {
  if (searchFold(country.iso) === wanted || shortNames[country.iso] === wanted) return 0;
  const names = [countryName(country, lan), country.en]
    .flatMap(foundBy)
    .map((name) => name.replaceAll(/[\s\p{P}]/gu, ''));
  if (names.some((name) => name.startsWith(wanted))) return 1;
  return names.some((name) => name.includes(wanted)) ? 2 : undefined;
};

/**
 * Countries of which the name, in `lan` or English, holds `query` in any spelling, or whose calling code begins with it:
 * those that fit best first, then by name.
 */
export const findCountries = (countries: readonly Country[], query: string, lan: string): Country[] => {
  const code = plainText(query).replace(/^(?:\+|00)/, '');
  const wanted = searchFold(query).replaceAll(/[\s\p{P}]/gu, '');
  const order = new Intl.Collator(lan);
  return countries
    .flatMap((country) => {
      const fit = code !== '' && country.code.startsWith(code) ? 0 : fitOf(country, wanted, lan);
      return fit === undefined ? [] : [{ country, fit, name: countryName(country, lan) }];
    })
    .sort((a, b) => (wanted === '' ? 0 : a.fit - b.fit) || order.compare(a.name, b.name))
    .map(({ country }) => country);
};

/** Which country's help lines come first: that of the phone number, else that of the site. @returns ISO code */
export const helpCountry = (
  countries: readonly Pick<Country, 'iso' | 'code'>[],
  areaCode: string | undefined,
  siteCode: string,
): string | undefined => {
  const plain = (code: string): string => code.replace(/^\+/, '');
  const withCode = (code: string) => countries.find((country) => plain(country.code) === plain(code))?.iso;
  return (areaCode === undefined ? undefined : withCode(areaCode)) ?? withCode(siteCode);
};
