import type { SystemConfig } from '@touchline/contract/shapes/site';
import { asFields, asList, asNumber, asText } from '@touchline/client/values';

export type Site = SystemConfig['site'];
export type Country = Site['countries'][number];
export type Language = SystemConfig['language']['list'][number];
export type SiteCurrency = SystemConfig['currency']['list'][number];

const defined = <T>(value: T | undefined): value is T => value !== undefined;

/** The path of a flag's image; a device may still keep a flag's bare name. */
const flagPath = (stored: string | undefined, iso: string): string =>
  stored !== undefined && /^\/flags\/[a-z-]+\.svg$/.test(stored) ? stored : `/flags/${iso.toLowerCase()}.svg`;

export const parseCountry = (stored: unknown): Country | undefined => {
  const fields = asFields(stored);
  const iso = asText(fields.iso);
  const code = asText(fields.code);
  if (iso === undefined || code === undefined) return undefined;
  return {
    iso,
    code,
    en: asText(fields.en) ?? iso,
    zh: asText(fields.zh) ?? iso,
    flag: flagPath(asText(fields.flag), iso),
    allowed: fields.allowed !== false,
  };
};

export const parseLanguage = (stored: unknown): Language | undefined => {
  const fields = asFields(stored);
  const lan = asText(fields.lan);
  if (lan === undefined) return undefined;
  return { lan, name: asText(fields.name) ?? lan, dir: fields.dir === 'rtl' ? 'rtl' : 'ltr' };
};

export const parseCurrency = (stored: unknown): SiteCurrency | undefined => {
  const fields = asFields(stored);
  const code = asText(fields.code);
  if (code === undefined) return undefined;
  return {
    code,
    name: asText(fields.name) ?? code,
    symbol: asText(fields.symbol) ?? code,
    scale: asNumber(fields.scale) ?? 2,
  };
};

/** The items of a stored list that `parse` can read. */
export const parseList = <T>(stored: unknown, parse: (item: unknown) => T | undefined): T[] =>
  asList(stored).map(parse).filter(defined);

/** What is known about the site, or undefined where it was never fetched. */
export const parseSite = (stored: unknown): Site | undefined => {
  const fields = asFields(stored);
  const name = asText(fields.name);
  if (name === undefined) return undefined;
  const licence = asFields(fields.licence);
  const holder = asText(licence.holder);
  const replay = asFields(fields.replay);
  const replayName = asText(replay.name);
  const liveDelayMs = asNumber(fields.liveDelayMs);
  return {
    name,
    mode: fields.mode === 'real' ? 'real' : 'play',
    contry_code: asText(fields.contry_code) ?? '',
    timeZone: asText(fields.timeZone) ?? 'UTC',
    minAge: asNumber(fields.minAge) ?? 18,
    countries: parseList(fields.countries, parseCountry),
    support: asText(fields.support) ?? null,
    licence: holder === undefined ? undefined : { holder, number: asText(licence.number) ?? '' },
    version: asText(fields.version) ?? '',
    versionCode: asNumber(fields.versionCode) ?? 0,
    replay: replayName === undefined ? undefined : { name: replayName, speed: asNumber(replay.speed) ?? 1 },
    rulesVersion: asText(fields.rulesVersion) ?? '',
    termsVersion: asText(fields.termsVersion) ?? '',
    registerCode: fields.registerCode === true,
    invitationNeeded: fields.invitationNeeded === true,
    publicPages: fields.publicPages !== false,
    receiptKey: asText(fields.receiptKey) ?? '',
    playGrant: asText(fields.playGrant),
    stakeMin: asText(fields.stakeMin) ?? '0',
    stakeMax: asText(fields.stakeMax) ?? '0',
    liveDelayMs,
  };
};

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
