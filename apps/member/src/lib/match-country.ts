import type { Country } from './site.ts';

/** Codes that several countries share, where the first of the list is not the one most people mean. */
const usual: Readonly<Record<string, string>> = {
  '1': 'US',
  '7': 'RU',
  '212': 'MA',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
};

/** The country of a calling code, "44" or "+44"; the best known one where several share it. */
export const matchCountry = (countries: readonly Country[], code: string): Country | undefined => {
  const sharing = countries.filter((country) => country.code === code.replace('+', ''));
  return sharing.find(({ iso }) => iso === usual[code.replace('+', '')]) ?? sharing[0];
};
