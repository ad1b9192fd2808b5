/** ISO codes of the countries the site does not take members from, as the setting lists them. */
export const refusedCountries = (setting: string): ReadonlySet<string> =>
  new Set(
    setting
      .split(',')
      .map((iso) => iso.trim().toUpperCase())
      .filter((iso) => iso !== ''),
  );
