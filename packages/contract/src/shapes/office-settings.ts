import { Type } from 'typebox';
import { Id, Moment, oneOf } from './common.ts';
import { OperatorName } from './office.ts';
import type { Shape } from '../sendable.ts';

export const settingGroups = [
  'site',
  'access',
  'betting',
  'exposure',
  'recharge',
  'withdrawal',
  'corrections',
  'protection',
] as const;
export const settingKinds = [
  'text',
  'integer',
  'number',
  'amount',
  'flag',
  'time',
  'days',
  'countries',
  'languages',
  'language',
  'channels',
] as const;
export const settingUnits = [
  'money',
  'bp',
  'ms',
  'hours',
  'years',
  'times',
  'per_minute',
  'per_hour',
  'per_day',
] as const;
export const settingSources = ['default', 'environment', 'office'] as const;

type Offer = {
  readonly group: (typeof settingGroups)[number];
  readonly kind: (typeof settingKinds)[number];
  readonly unit?: (typeof settingUnits)[number];
  /** Texts about the site need one operator; all else needs two. */
  readonly alone?: true;
};

const site = { group: 'site', kind: 'text', alone: true } as const;
const money = { kind: 'amount', unit: 'money' } as const;
const stake = { group: 'betting', ...money } as const;
const cap = { group: 'exposure', ...money } as const;
const withdrawal = { group: 'withdrawal', ...money } as const;
const correction = { group: 'corrections', ...money } as const;
const perMinute = { group: 'protection', kind: 'integer', unit: 'per_minute' } as const;

const listed = {
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
} as const satisfies Record<string, Offer>;
export type OfferedSetting = keyof typeof listed;

/**
 * Settings that operators may change, by the names of the environment, in the order of the page. Their modules read them on each
 * use; a setting that is read only once is not offered.
 */
export const offeredSettings: Readonly<Record<OfferedSetting, Offer>> = listed;
export const isOffered = (name: string): name is OfferedSetting => Object.hasOwn(listed, name);
export const settingNames: readonly OfferedSetting[] = Object.keys(listed).filter(isOffered);

/** Text as an environment variable would have it; channels and levels are lists in JSON. */
const Value = Type.String({ maxLength: 8_000 });
const Name = oneOf([...settingNames]);

export const Setting = Type.Object({
  name: Name,
  group: oneOf([...settingGroups]),
  kind: Type.String({ description: 'how its text is written' }),
  unit: Type.Optional(Type.String()),
  value: Type.Optional(Value),
  default: Type.Optional(Value),
  environment: Type.Optional(Type.String({ description: 'what counts where no operator has changed it' })),
  house: Type.Optional(
    Type.String({ description: 'of a list: what each thing has where the list says nothing, as a list' }),
  ),
  source: oneOf([...settingSources]),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  needsOther: Type.Boolean({ description: 'another operator has to approve a change' }),
});
export type Setting = Shape<typeof Setting>;

/** One setting of a change: as it is without it, and with it. Missing: nothing is set. */
export const SettingStep = Type.Object({
  name: Name,
  before: Type.Optional(Value),
  after: Type.Optional(Value),
});
export type SettingStep = Shape<typeof SettingStep>;

export const settingStates = ['proposed', 'accepted', 'refused', 'withdrawn'] as const;
export type SettingState = (typeof settingStates)[number];

/** What can be wrong with settings, alone or together; `environment`: something only the server's start can say more of. */
export const settingProblemCodes = [
  'form',
  'minimum',
  'maximum',
  'too_long',
  'empty',
  'positive',
  'below',
  'not_above',
  'before',
  'not_among',
  'cap_fixed',
  'late',
  'environment',
  'channels_form',
  'channels_twice',
  'channel_field',
  'channel_no_rate',
  'channel_bounds',
  'channel_fee',
  'channel_rate',
  'channel_hours',
  'level_worse',
  'check_in_nothing',
  'levels_form',
  'level_twice',
] as const;
export type SettingProblemCode = (typeof settingProblemCodes)[number];

/** What keeps a change from being made, or from counting. The office has its words. */
export const SettingProblem = Type.Object({
  name: Type.Optional(Name),
  code: oneOf([...settingProblemCodes]),
  values: Type.Record(Type.String(), Type.String(), {
    description:
      'kind of the setting (`form`), limit (`minimum`, `maximum`, `too_long`), other setting (`below`, `not_above`, `before`, `not_among`), channel, field, level, than',
  }),
});
export type SettingProblem = Shape<typeof SettingProblem>;

export const SettingChange = Type.Object({
  id: Id,
  state: oneOf([...settingStates]),
  steps: Type.Array(SettingStep),
  needsOther: Type.Boolean(),
  reason: Type.String(),
  effectiveFrom: Type.Optional(Moment),
  counts: Type.Boolean({ description: 'it was accepted and its time has come' }),
  problems: Type.Array(SettingProblem, {
    description: 'why it could not be accepted now, or does not count although its time has come',
  }),
  proposedBy: OperatorName,
  proposedAt: Moment,
  decidedBy: Type.Optional(OperatorName),
  decidedAt: Type.Optional(Moment),
  note: Type.Optional(Type.String()),
});
export type SettingChange = Shape<typeof SettingChange>;

/** What only the environment says; of no value more than whether it is set. */
export const FixedSetting = Type.Object({ name: Type.String(), isSet: Type.Boolean() });
