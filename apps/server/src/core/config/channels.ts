import { channelIds, type ChannelId } from '@touchline/contract/kinds';
import { parseAmount } from '@touchline/money/amount';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { SettingProblemCode } from '@touchline/contract/shapes/office-settings';
import type { Problem } from './basis.ts';

export type Network = 'usdt-trc20' | 'usdt-erc20';

/** A way to recharge. Amounts in minor units of the wallet's currency, fees in hundredths of a percent. */
export type Channel = {
  id: ChannelId;
  method: 'usdt' | 'card' | 'scan';
  minMinor: bigint;
  maxMinor: bigint;
  feeBp: number;
  feeFixedMinor: bigint;
  /** The wallet's currency for one USDT, in millionths. */
  rateMicro: bigint | undefined;
  etaMinutes: number;
  expiresMinutes: number;
  /** "HH:MM" in the site's time zone; `until` may be "24:00", or before `from` for a night. */
  hours: { from: string; until: string };
};

const amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,8})(\\.[0-9]{1,2})?$' });
const Change = Type.Object(
  {
    id: Type.Enum([...channelIds]),
    off: Type.Optional(Type.Boolean()),
    min: Type.Optional(amount),
    max: Type.Optional(amount),
    feeBp: Type.Optional(Type.Integer({ minimum: 0, maximum: 5_000 })),
    feeFixed: Type.Optional(amount),
    rate: Type.Optional(Type.String({ pattern: '^[0-9]{1,6}(\\.[0-9]{1,6})?$' })),
    etaMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    expiresMinutes: Type.Optional(Type.Integer({ minimum: 5, maximum: 1_440 })),
    hours: Type.Optional(
      Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' }),
    ),
  },
  { additionalProperties: false },
);
type Change = Static<typeof Change>;
const Changes = Type.Array(Change, { maxItems: channelIds.length });

type Base = {
  method: Channel['method'];
  min: string;
  max: string;
  feeBp: number;
  rate?: string;
  etaMinutes: number;
  expiresMinutes: number;
};
const usdt = { method: 'usdt', feeBp: 0, rate: '1', max: '50000', expiresMinutes: 60 } as const;
const hosted = { max: '5000', etaMinutes: 1 };
/** The default channels. */
const standard: Readonly<Record<ChannelId, Base>> = {
  'usdt-trc20': { ...usdt, min: '10', etaMinutes: 3 },
  'usdt-erc20': { ...usdt, min: '20', etaMinutes: 15 },
  'cash-card': { method: 'card', ...hosted, min: '5', feeBp: 150, expiresMinutes: 45 },
  'scan-code': { method: 'scan', ...hosted, min: '1', feeBp: 0, expiresMinutes: 15 },
};
const bases = channelIds.map((id) => ({ id, ...standard[id] }));

/**
 * The channels of a site: the default ones with the changes of the setting CHANNELS.
 * @param text JSON list, or nothing
 * @param scale of the wallet's currency
 * @throws Error that explains what is wrong with the setting
 */
export const readChannels = (text: string, scale: number): Channel[] => {
  const changes = parseChanges(text);
  return bases.flatMap((base) => {
    const change: Partial<Change> = changes.find(({ id }) => id === base.id) ?? {};
    if (change.off === true) return [];
    const [from = '00:00', until = '24:00'] = (change.hours ?? '00:00-24:00').split('-');
    const rate = change.rate ?? base.rate;
    if (change.rate !== undefined && base.method !== 'usdt')
      wrong('channel_no_rate', `${base.id} has no rate`, { channel: base.id });
    const channel: Channel = {
      id: base.id,
      method: base.method,
      hours: { from, until },
      minMinor: read(change.min ?? base.min, scale),
      maxMinor: read(change.max ?? base.max, scale),
      feeBp: change.feeBp ?? base.feeBp,
      feeFixedMinor: read(change.feeFixed ?? '0', scale),
      rateMicro: rate === undefined ? undefined : read(rate, 6),
      etaMinutes: change.etaMinutes ?? base.etaMinutes,
      expiresMinutes: change.expiresMinutes ?? base.expiresMinutes,
    };
    check(channel);
    return [channel];
  });
};

/** Explains what is wrong with the setting. */
class ChannelsError extends Error {
  readonly problem: Problem;
  constructor(code: SettingProblemCode, what: string, values: Record<string, string>) {
    const text = `CHANNELS: ${what}`;
    super(text);
    this.problem = { name: 'CHANNELS', code, values, text };
  }
}

const wrong = (code: SettingProblemCode, what: string, values: Record<string, string> = {}): never => {
  throw new ChannelsError(code, what, values);
};

const parseChanges = (text: string): Change[] => {
  if (text === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong('channels_form', 'it is no JSON');
  }
  if (!Value.Check(Changes, value)) {
    const [first] = Value.Errors(Changes, value);
    const path = first?.instancePath ?? '';
    const [, at = '', field = ''] = path.split('/');
    const channel: unknown = Array.isArray(value) ? Object(value[Number(at)]).id : undefined;
    const what = `${path} ${first?.message ?? 'is not a list of channels'}`;
    const known = channelIds.find((id) => id === channel);
    return known === undefined || field === ''
      ? wrong('channels_form', what)
      : wrong('channel_field', what, { channel: known, field });
  }
  if (new Set(value.map(({ id }) => id)).size < value.length)
    return wrong('channels_twice', 'a channel is listed twice');
  return value;
};

const read = (text: string, scale: number): bigint =>
  parseAmount(text, scale) ?? wrong('channels_form', `"${text}"`);

const check = ({ id, minMinor, maxMinor, feeBp, feeFixedMinor, rateMicro, hours }: Channel): void => {
  const say = (code: SettingProblemCode, what: string): never =>
    wrong(code, `${id}: ${what}`, { channel: id });
  if (minMinor < 1n || maxMinor < minMinor) say('channel_bounds', 'min and max');
  if ((minMinor * BigInt(feeBp)) / 10_000n + feeFixedMinor >= minMinor)
    say('channel_fee', 'the fee takes all');
  if (rateMicro === 0n) say('channel_rate', 'the rate');
  if (hours.from === hours.until) say('channel_hours', 'hours');
};

/** The default channels in the form of the setting, with everything that can be changed. */
export const houseChannels = (): string =>
  JSON.stringify(
    bases.map(({ id, min, max, feeBp, rate, etaMinutes, expiresMinutes }) => ({
      id,
      min,
      max,
      feeBp,
      feeFixed: '0',
      rate,
      hours: '00:00-24:00',
      etaMinutes,
      expiresMinutes,
    })),
  );

/** What is wrong with the setting. */
export const channelProblems = (text: string, scale: number): Problem[] => {
  try {
    readChannels(text, scale);
    return [];
  } catch (error) {
    if (error instanceof ChannelsError) return [error.problem];
    throw error;
  }
};
