/** ISO codes of the countries that the site takes no members from, from its setting. */
export const refusedCountries = (setting: string): ReadonlySet<string> =>
  new Set(
    setting
      .split(',')
      .map((iso) => iso.trim().toUpperCase())
      .filter((iso) => iso !== ''),
  );
