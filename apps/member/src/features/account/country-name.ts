import type { Country } from '../../state/site.ts';

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

/** Countries of which the name, in `lan` or English, or the calling code begins like `query` somewhere; by name. */
export const findCountries = (countries: readonly Country[], query: string, lan: string): Country[] => {
  const wanted = query.trim().toLocaleLowerCase(lan).replace(/^\+/, '');
  const matches = countries.filter(
    (country) =>
      wanted === '' ||
      country.code.startsWith(wanted) ||
      countryName(country, lan).toLocaleLowerCase(lan).includes(wanted) ||
      country.en.toLocaleLowerCase('en').includes(wanted) ||
      country.iso.toLocaleLowerCase('en') === wanted,
  );
  const order = new Intl.Collator(lan);
  return matches.sort((a, b) => order.compare(countryName(a, lan), countryName(b, lan)));
};
