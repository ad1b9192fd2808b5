import type { Country } from '../../../lib/site.ts';

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
