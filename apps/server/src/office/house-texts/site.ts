import { fallbackLan, localeOf } from '@touchline/locales/locales';
import { countries } from '@touchline/locales/gen/countries.gen';
import type { Output } from '@touchline/contract/routes';
import { publishedRules, ruleSections, rulesVersion, wordsOfRule } from '@touchline/contract/rules';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import type { Betting } from '@touchline/contract/shapes/site';
import type { Currency } from '@touchline/money/currency';
import { remember, type Config } from '../../core/config/config.ts';
import { helpPage } from '@touchline/contract/limits';
import { offeredLanguages } from '../../core/config/messaging.ts';
import { refusedCountries } from '../../core/http/request-origin.ts';
import { Refused } from '../../core/refusal.ts';
import type { Handler, Handlers } from '../../core/handler.ts';
import { termsInForce } from './service.ts';
import { createTerms, noHouseWords, type HouseWords } from './terms.ts';
import { productCode, productVersion } from '../../core/process.ts';

export type SiteOptions = {
  config: Pick<
    Config,
    | 'SITE_NAME'
    | 'SITE_TIME_ZONE'
    | 'SITE_CALLING_CODE'
    | 'SITE_SUPPORT'
    | 'LANGUAGES'
    | 'LANGUAGE_DEFAULT'
    | 'MODE'
    | 'MIN_AGE'
    | 'COUNTRIES_REFUSED'
    | 'PLAY_GRANT'
    | 'STAKE_MIN'
    | 'STAKE_MAX'
    | 'LIVE_DELAY_MS'
    | 'REGISTER_CODE'
    | 'INVITATION_NEEDED'
    | 'PUBLIC_PAGES'
  >;
  currency: Currency;
  /** The operator's additions to rules, terms and privacy. */
  house?: HouseWords;
  /** Whether the house takes bets now. */
  betting?: () => Betting;
  /** The key that receipts verify under now. */
  receiptKey: () => string;
  /** The running replay, if any. */
  replay?: { name: string; speed: number } | undefined;
};

/** The first call of clients, with the present settings. */
export const siteHandlers = ({
  config,
  currency,
  house = noHouseWords,
  betting = () => ({}),
  receiptKey,
  replay,
}: SiteOptions): Pick<Handlers, 'systemConfig' | 'rules' | 'terms'> => {
  const readCountries = remember((text: string) => {
    const refused = refusedCountries(text);
    return countries.map((country) => ({ ...country, allowed: !refused.has(country.iso) }));
  });
  const { code, name, symbol, scale } = currency;
  const language = (): Output<'systemConfig'>['language'] => {
    const { list, standard } = offeredLanguages(config);
    const named = list.map((lan) => {
      const { name, dir } = localeOf(lan);
      return { lan, name, dir };
    });
    return { list: named, default: standard, fallback: fallbackLan };
  };
  const answer = (): Output<'systemConfig'> => ({
    currency: { list: [{ code, name, symbol, scale }], default: code },
    language: language(),
    betting: betting(),
    site: {
      name: config.SITE_NAME,
      mode: config.MODE,
      contry_code: config.SITE_CALLING_CODE,
      timeZone: config.SITE_TIME_ZONE,
      minAge: config.MIN_AGE,
      countries: readCountries(config.COUNTRIES_REFUSED),
      support: supportOf(config),
      version: productVersion,
      versionCode: productCode,
      replay,
      rulesVersion,
      termsVersion: termsInForce(house),
      registerCode: config.REGISTER_CODE,
      invitationNeeded: config.INVITATION_NEEDED,
      publicPages: config.PUBLIC_PAGES,
      receiptKey: receiptKey(),
      ...(config.MODE === 'play' && { playGrant: inCurrency(config.PLAY_GRANT, scale) }),
      stakeMin: inCurrency(config.STAKE_MIN, scale),
      liveDelayMs: config.LIVE_DELAY_MS,
      stakeMax: inCurrency(config.STAKE_MAX, scale),
    },
  });
  return {
    systemConfig: () => Promise.resolve(answer()),
    rules: createRules(house),
    terms: createTerms({ house, timeZone: config.SITE_TIME_ZONE }),
  };
};

/** Where members turn to: the contact of the settings, else in play mode the help of the app. */
const supportOf = ({ SITE_SUPPORT, MODE }: SiteOptions['config']): string | null =>
  SITE_SUPPORT ?? (MODE === 'play' ? helpPage : null);

/**
 * The rules published under a version, with the operator's additions: now, or in the version a bet was placed
 * under.
 */
const createRules =
  (house: HouseWords): Handler<'rules'> =>
  async ({ version = rulesVersion, house: asked }, { lan }) => {
    const published = publishedRules.find((each) => each.version === version);
    if (published === undefined) throw new Refused('not_found');
    const translate = serverTranslator(lan);
    const sections = ruleSections.flatMap((id) => {
      const words = wordsOfRule(published.version, id);
      if (words === undefined) return [];
      return [{ id, title: translate(`rules.${words}.title`), body: translate(`rules.${words}.body`) }];
    });
    const added = await house.read('rules', lan, asked);
    if (added === undefined && asked !== undefined) throw new Refused('not_found');
    return {
      ...published,
      sections,
      house: added === undefined ? [] : [added],
      coming: await house.coming('rules', lan),
    };
  };

/** A configured amount as it is written everywhere, "1" as "1.00". */
const inCurrency = (text: string, scale: number): string => {
  const minor = parseAmount(text, scale);
  if (minor === undefined) throw new Error(`"${text}" is no amount`);
  return formatAmount(minor, scale);
};
