import { channelIds, type ChannelId } from '@touchline/contract/kinds';
import type { SettingProblemCode } from '@touchline/contract/shapes/office-settings';
import { parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { between, nothing, type Problem } from './basis.ts';

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
const channelProblems = (text: string, scale: number): Problem[] => {
  try {
    readChannels(text, scale);
    return [];
  } catch (error) {
    if (error instanceof ChannelsError) return [error.problem];
    throw error;
  }
};

const amountPattern = '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$';
const time = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

/** Settings of recharge and withdrawal. */
export const cashierSettings = {
  CHANNELS: Type.String({
    default: '',
    description:
      'JSON list of what differs from the channels of the house: [{"id":"usdt-trc20","min":"20.00","rate":"1.02","hours":"08:00-22:00"}]; "off":true closes one',
  }),
  CASHIER_CONNECTIONS: Type.Integer({
    minimum: 2,
    maximum: 100,
    default: 5,
    description: 'connections of recharges and withdrawals',
  }),
  TURNOVER_MULTIPLE: Type.String({
    pattern: '^(0|[1-9])(\\.[0-9]{1,2})?$',
    default: '1.0',
    description: 'how often a recharge is to be staked before a withdrawal',
  }),
  WITHDRAW_MIN: Type.String({ pattern: amountPattern, default: '10.00' }),
  WITHDRAW_MAX: Type.String({ pattern: amountPattern, default: '50000.00' }),
  WITHDRAW_FEE_BP: Type.Integer({
    minimum: 0,
    maximum: 5_000,
    default: 100,
    description: 'fee of a withdrawal, hundredths of a percent',
  }),
  WITHDRAW_FEE_FIXED: Type.String({ pattern: amountPattern, default: '0.00' }),
  WITHDRAW_FEE_MIN: Type.String({ pattern: amountPattern, default: '1.00' }),
  WITHDRAW_DAYS: Type.String({
    pattern: '^[1-7](,[1-7])*$',
    default: '1,2,3,4,5',
    description: 'days withdrawals are accepted on, 1 Monday … 7 Sunday',
  }),
  WITHDRAW_FROM: Type.String({ pattern: time, default: '00:00' }),
  WITHDRAW_TO: Type.String({
    pattern: time,
    default: '23:59',
    description: 'the last minute, itself included',
  }),
  WITHDRAW_ARRIVAL_HOURS: Type.Integer({ minimum: 1, maximum: 240, default: 24 }),
  WITHDRAW_PASSWORD_ABOVE: Type.String({
    pattern: amountPattern,
    default: '500.00',
    description:
      'the password, or the code of a second factor, is asked once a member requests more than this within 24 hours',
  }),
  WITHDRAW_TWO_ABOVE: Type.String({
    pattern: amountPattern,
    default: '1000.00',
    description: 'two operators must approve once a member requests more than this within 24 hours',
  }),
  PAYOUT_COOLING_HOURS: Type.Number({
    minimum: 0,
    maximum: 720,
    default: 24,
    description: 'how long a new payout method waits before its first use',
  }),
  PAYOUT_RAIL: Type.Union([Type.Literal('sandbox'), Type.Literal('manual')], {
    default: 'sandbox',
    description: 'who pays withdrawals: the sandbox, or an operator who enters the reference',
  }),
  PAYOUT_SANDBOX_SECONDS: Type.Integer({ minimum: 0, maximum: 3_600, default: 5 }),
};

/** Contradictions between recharge and withdrawal settings that are each valid alone. */
export const cashierProblems = (given: {
  CHANNELS: string;
  WITHDRAW_MIN: string;
  WITHDRAW_MAX: string;
  WITHDRAW_FROM: string;
  WITHDRAW_TO: string;
}): Problem[] => {
  const { scale } = currencies.PLAY;
  const [min = 0n, max = 0n] = [given.WITHDRAW_MIN, given.WITHDRAW_MAX].map((text) =>
    parseAmount(text, scale),
  );
  return [
    ...channelProblems(given.CHANNELS, scale),
    ...(min === 0n ? nothing('WITHDRAW_MIN') : []),
    ...(max < min ? between('WITHDRAW_MAX', 'below', 'WITHDRAW_MIN') : []),
    ...(given.WITHDRAW_TO < given.WITHDRAW_FROM ? between('WITHDRAW_TO', 'before', 'WITHDRAW_FROM') : []),
  ];
};

/** Contracts with their decimals, in each network's form of addresses. */
const tokens = (address: string): string => `^(${address}(:[0-9]{1,2})?(,${address}(:[0-9]{1,2})?)*)?$`;
const range = { minimum: 1, maximum: 5_000, default: 500, description: 'blocks asked for at once' };
const xpub = {
  pattern: '^xpub[1-9A-HJ-NP-Za-km-z]{107}$',
  description: 'extended public key of the account that deposit addresses are made from, at 0/n',
};
const rpc = { pattern: '^https?://', description: 'JSON-RPC of a node; without it the chain is a sandbox' };

/** How deposits of USDT are found: one node for each network. */
export const chainProperties = {
  CHAIN_TRC20_RPC: Type.Optional(Type.String(rpc)),
  CHAIN_TRC20_TOKENS: Type.String({
    pattern: tokens('T[1-9A-HJ-NP-Za-km-z]{33}'),
    default: '',
    description: 'contracts that count, with their decimals where these are not 6: T…:6,T…:18',
  }),
  CHAIN_TRC20_XPUB: Type.Optional(Type.String(xpub)),
  CHAIN_TRC20_FINALITY: Type.Enum(['tag', 'depth'], {
    default: 'depth',
    description: 'what is final: what the node calls so, or what has enough blocks on top',
  }),
  CHAIN_TRC20_CONFIRMATIONS: Type.Integer({ minimum: 1, maximum: 10_000, default: 19 }),
  CHAIN_TRC20_RANGE: Type.Integer(range),
  CHAIN_ERC20_RPC: Type.Optional(Type.String(rpc)),
  CHAIN_ERC20_TOKENS: Type.String({ pattern: tokens('0x[0-9a-fA-F]{40}'), default: '' }),
  CHAIN_ERC20_XPUB: Type.Optional(Type.String(xpub)),
  CHAIN_ERC20_FINALITY: Type.Enum(['tag', 'depth'], { default: 'tag' }),
  CHAIN_ERC20_CONFIRMATIONS: Type.Integer({ minimum: 1, maximum: 10_000, default: 64 }),
  CHAIN_ERC20_RANGE: Type.Integer(range),
  CHAIN_TIMEOUT_MS: Type.Integer({ minimum: 500, maximum: 60_000, default: 10_000 }),
  CHAIN_POLL_SECONDS: Type.Integer({ minimum: 1, maximum: 300, default: 5 }),
  CHAIN_WATCH_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3_650,
    default: 365,
    description: 'how long after it was given an address is watched',
  }),
  CHAIN_SANDBOX_BLOCK_MS: Type.Integer({ minimum: 100, maximum: 60_000, default: 3_000 }),
};

/** A node needs the contracts that count, and the key of the addresses. */
export const chainProblems = (env: Record<string, string | undefined>): string[] =>
  ['CHAIN_TRC20', 'CHAIN_ERC20']
    .filter((network) => (env[`${network}_RPC`] ?? '') !== '')
    .flatMap((network) => [`${network}_TOKENS`, `${network}_XPUB`])
    .filter((name) => (env[name] ?? '') === '')
    .map((name) => `${name} is missing; it goes with ${name.replace(/_[A-Z]+$/, '_RPC')}`);
