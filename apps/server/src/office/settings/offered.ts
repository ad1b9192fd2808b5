import type { OfferedSetting, Setting } from '@touchline/contract/shapes/office-settings';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { settingSchemas, type Config } from '../../core/config/config.ts';

type Offer = {
  group: Setting['group'];
  kind: string;
  unit?: string;
  /** Texts about the site need one operator; all else needs two. */
  alone?: true;
};

const site = { group: 'site', kind: 'text', alone: true } as const;
const money = { kind: 'amount', unit: 'money' } as const;
const stake = { group: 'betting', ...money } as const;
const cap = { group: 'exposure', ...money } as const;
const withdrawal = { group: 'withdrawal', ...money } as const;
const correction = { group: 'corrections', ...money } as const;
const perMinute = { group: 'protection', kind: 'integer', unit: 'per_minute' } as const;

/** Settings that operators may change. Their modules read them on each use; a setting that is read only once is not offered. */
export const offered: Readonly<Record<OfferedSetting, Offer>> = {
  SITE_NAME: site,
  // Members are sent there with their troubles, so that a wrong one takes their passwords.
  SITE_SUPPORT: { group: 'site', kind: 'text' },
  SITE_OPERATOR: site,
  SITE_CALLING_CODE: site,
  LANGUAGES: { group: 'site', kind: 'languages', alone: true },
  LANGUAGE_DEFAULT: { group: 'site', kind: 'language', alone: true },
  MIN_AGE: { group: 'access', kind: 'integer', unit: 'years' },
  COUNTRIES_REFUSED: { group: 'access', kind: 'countries' },
  REGISTER_CODE: { group: 'access', kind: 'flag' },
  INVITATION_NEEDED: { group: 'access', kind: 'flag' },
  PUBLIC_PAGES: { group: 'access', kind: 'flag' },
  PLAY_GRANT: { group: 'access', ...money },
  STAKE_MIN: stake,
  STAKE_MAX: stake,
  PAYOUT_MAX: stake,
  CASH_OUT_FEE_BP: { group: 'betting', kind: 'integer', unit: 'bp' },
  LIVE_DELAY_MS: { group: 'betting', kind: 'integer', unit: 'ms' },
  EXPOSURE_CAP_SITE: cap,
  EXPOSURE_CAP_COMPETITION: cap,
  EXPOSURE_CAP_EVENT: cap,
  EXPOSURE_CAP_MARKET: cap,
  EXPOSURE_CAP_SELECTION: cap,
  EXPOSURE_CAP_MEMBER: cap,
  BASIS_FEW_BELOW: { group: 'exposure', kind: 'integer' },
  BASIS_RESULTS_BP: { group: 'exposure', kind: 'integer', unit: 'bp' },
  BASIS_FEW_BP: { group: 'exposure', kind: 'integer', unit: 'bp' },
  BOUND_BY_BOOKMAKERS: { group: 'exposure', kind: 'flag' },
  CHANNELS: { group: 'recharge', kind: 'channels' },
  TURNOVER_MULTIPLE: { group: 'recharge', kind: 'number', unit: 'times' },
  WITHDRAW_MIN: withdrawal,
  WITHDRAW_MAX: withdrawal,
  WITHDRAW_FEE_BP: { group: 'withdrawal', kind: 'integer', unit: 'bp' },
  WITHDRAW_FEE_FIXED: withdrawal,
  WITHDRAW_FEE_MIN: withdrawal,
  WITHDRAW_DAYS: { group: 'withdrawal', kind: 'days' },
  WITHDRAW_FROM: { group: 'withdrawal', kind: 'time' },
  WITHDRAW_TO: { group: 'withdrawal', kind: 'time' },
  WITHDRAW_ARRIVAL_HOURS: { group: 'withdrawal', kind: 'integer', unit: 'hours' },
  WITHDRAW_PASSWORD_ABOVE: withdrawal,
  WITHDRAW_TWO_ABOVE: withdrawal,
  PAYOUT_COOLING_HOURS: { group: 'withdrawal', kind: 'number', unit: 'hours' },
  CORRECTION_MAX_CASHIER: correction,
  CORRECTION_DAY_CASHIER: correction,
  CORRECTION_MAX_OWNER: correction,
  CORRECTION_DAY_OWNER: correction,
  CORRECTION_DAY_MEMBER: correction,
  RATE_LIMIT_PER_MINUTE: perMinute,
  SIGNIN_LIMIT_PER_MINUTE: perMinute,
  CODES_PER_MINUTE: perMinute,
  CODES_PER_ADDRESS_HOUR: { group: 'protection', kind: 'integer', unit: 'per_hour' },
  UPLOADS_PER_DAY: { group: 'protection', kind: 'integer', unit: 'per_day' },
};

export const isOffered = (name: string): name is OfferedSetting => Object.hasOwn(offered, name);

/** Whether a change of any of these needs a second operator. */
export const needsOther = (names: readonly OfferedSetting[]): boolean =>
  names.some((name) => offered[name].alone !== true);

/** Bounds and default of a setting, as the schema of the environment has them. */
export const schemaOf = (
  name: OfferedSetting,
): { default?: string | undefined; minimum?: number; maximum?: number } => {
  const schema: object = settingSchemas[name];
  const number = (key: 'minimum' | 'maximum') => {
    const value: unknown = Reflect.get(schema, key);
    return typeof value === 'number' ? { [key]: value } : {};
  };
  const standard: unknown = Reflect.get(schema, 'default');
  const isText =
    typeof standard === 'string' || typeof standard === 'number' || typeof standard === 'boolean';
  return {
    default: isText && standard !== '' ? String(standard) : undefined,
    ...number('minimum'),
    ...number('maximum'),
  };
};

/** Normalizes a value: amounts have all their decimals, so that equal amounts are equal texts. */
export const written = (name: OfferedSetting, text: string): string => {
  const { scale } = currencies.PLAY;
  const minor = offered[name].kind === 'amount' ? parseAmount(text, scale) : undefined;
  return minor === undefined ? text : formatAmount(minor, scale);
};

/** A setting as text; undefined if it is not set. */
export const textOf = (config: Config, name: OfferedSetting): string | undefined => {
  const value = config[name];
  return value === undefined || value === '' ? undefined : written(name, String(value));
};
