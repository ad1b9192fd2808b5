import { fallbackLan, type Lan } from './locales.ts';
import { teamOverrides } from './team-overrides.ts';

const regionNames = new Map<Lan, Intl.DisplayNames>();

/** The everyday name of a country or territory in `lan` by its ISO 3166 code in either case. */
export const regionName = (iso: string, lan: Lan): string | undefined => {
  if (!/^[a-z]{2}$/i.test(iso)) return undefined;
  const names = regionNames.get(lan) ?? new Intl.DisplayNames(lan, { type: 'region', fallback: 'none' });
  regionNames.set(lan, names);
  return names.of(iso.toUpperCase());
};

/**
 * A team's name in `lan`: national teams, known by their flag, read in every language; in English and for
 * clubs the name stays as the feed gives it.
 */
export const teamName = ({ flag, name }: { flag?: string | undefined; name: string }, lan: Lan): string => {
  if (flag === undefined || lan === fallbackLan) return name;
  return teamOverrides[flag]?.[lan] ?? regionName(flag, lan) ?? name;
};
