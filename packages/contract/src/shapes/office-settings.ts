import { Type } from 'typebox';
import { Id, Moment, oneOf } from './common.ts';
import { OperatorName } from './office.ts';
import type { Shape } from '../sendable.ts';

/** What operators may change, by the names of the environment; in the order of the page. */
export const settingNames = [
  'SITE_NAME',
  'SITE_SUPPORT',
  'SITE_OPERATOR',
  'SITE_CALLING_CODE',
  'LANGUAGES',
  'LANGUAGE_DEFAULT',
  'MIN_AGE',
  'COUNTRIES_REFUSED',
  'REGISTER_CODE',
  'INVITATION_NEEDED',
  'PUBLIC_PAGES',
  'PLAY_GRANT',
  'STAKE_MIN',
  'STAKE_MAX',
  'PAYOUT_MAX',
  'CASH_OUT_FEE_BP',
  'LIVE_DELAY_MS',
  'EXPOSURE_CAP_SITE',
  'EXPOSURE_CAP_COMPETITION',
  'EXPOSURE_CAP_EVENT',
  'EXPOSURE_CAP_MARKET',
  'EXPOSURE_CAP_SELECTION',
  'EXPOSURE_CAP_MEMBER',
  'BASIS_FEW_BELOW',
  'BASIS_RESULTS_BP',
  'BASIS_FEW_BP',
  'BOUND_BY_BOOKMAKERS',
  'CHANNELS',
  'TURNOVER_MULTIPLE',
  'WITHDRAW_MIN',
  'WITHDRAW_MAX',
  'WITHDRAW_FEE_BP',
  'WITHDRAW_FEE_FIXED',
  'WITHDRAW_FEE_MIN',
  'WITHDRAW_DAYS',
  'WITHDRAW_FROM',
  'WITHDRAW_TO',
  'WITHDRAW_ARRIVAL_HOURS',
  'WITHDRAW_PASSWORD_ABOVE',
  'WITHDRAW_TWO_ABOVE',
  'PAYOUT_COOLING_HOURS',
  'CORRECTION_MAX_CASHIER',
  'CORRECTION_DAY_CASHIER',
  'CORRECTION_MAX_OWNER',
  'CORRECTION_DAY_OWNER',
  'CORRECTION_DAY_MEMBER',
  'RATE_LIMIT_PER_MINUTE',
  'SIGNIN_LIMIT_PER_MINUTE',
  'CODES_PER_MINUTE',
  'CODES_PER_ADDRESS_HOUR',
  'UPLOADS_PER_DAY',
] as const;
export type OfferedSetting = (typeof settingNames)[number];

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
