import { createStore } from '@touchline/kit/store';
import { asFields, asNumber, asText } from '@touchline/client/values';
import {
  type Country,
  type SiteCurrency,
  type Language,
  parseCountry,
  parseCurrency,
  parseLanguage,
  parseList,
  parseSite,
  type Site,
} from './site.ts';

export type ThemeChoice = 'system' | 'dark' | 'light';

/** What the app keeps about the site and about this device's choices. */
export type AppConfig = {
  language: {
    /** The member's own choice; undefined until one is made. */
    chosen: string | undefined;
    default: string;
    fallback: string;
    list: Language[];
  };
  currency: { default: string; list: SiteCurrency[] };
  site: Site | undefined;
  /** Calling code offered first, and the country it was matched to. */
  telephone: { code: string; country: Country | undefined };
  /** Invitation and agent codes of the link that brought the visitor. */
  icode: string | undefined;
  acode: string | undefined;
  screenHeight: number;
  theme: ThemeChoice;
};

const fallbackLanguage = 'en';

const parseTheme = (stored: unknown): ThemeChoice =>
  stored === 'dark' || stored === 'light' ? stored : 'system';

export const parseConfig = (stored: unknown): AppConfig => {
  const fields = asFields(stored);
  const language = asFields(fields.language);
  const currency = asFields(fields.currency);
  const telephone = asFields(fields.telephone);
  const fallback = asText(language.fallback) ?? fallbackLanguage;
  return {
    language: {
      chosen: asText(language.chosen),
      default: asText(language.default) ?? fallback,
      fallback,
      list: parseList(language.list, parseLanguage),
    },
    currency: {
      default: asText(currency.default) ?? '',
      list: parseList(currency.list, parseCurrency),
    },
    site: parseSite(fields.site),
    telephone: { code: asText(telephone.code) ?? '', country: parseCountry(telephone.country) },
    icode: asText(fields.icode),
    acode: asText(fields.acode),
    screenHeight: asNumber(fields.screenHeight) ?? 0,
    theme: parseTheme(fields.theme),
  };
};

export const configStore = createStore<AppConfig>({ key: 'config', parse: parseConfig });

/** Changes some fields of the config. */
export const updateConfig = (change: Partial<AppConfig>): void => {
  configStore.write({ ...configStore.read(), ...change });
};

/** The language to show: the member's choice while the site offers it, else the site's default, else English. */
export const languageOf = ({ chosen, default: siteDefault, list }: AppConfig['language']): string =>
  chosen !== undefined && (list.length === 0 || list.some(({ lan }) => lan === chosen))
    ? chosen
    : siteDefault;

export const currentLanguage = (): string => languageOf(configStore.read().language);
