import { channelIds } from '@touchline/contract/kinds';
import { isNothing } from './amounts.ts';
import { type RefusalReason, refusalReasons } from '@touchline/contract/refusal-reasons';
import type {
  PaymentCase,
  Payout,
  PayoutType,
  Recharge,
  WithdrawalTerms,
} from '@touchline/contract/shapes/cashier';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { weekdayName } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { currentLan, translate as t } from '../../lib/i18n.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { isolated } from '../labels/bidi.ts';
import type { AmountProblem } from './figures.ts';

/** The name of a way to recharge; one the app does not know is called what the server calls it. */
export const channelName = (id: string, name = id): string => {
  const known = channelIds.find((channel) => channel === id);
  return known === undefined ? name : t(`cashier.channel.${known}`);
};

export const methodIcons = {
  usdt: 'coin',
  card: 'card',
  scan: 'scan',
} as const satisfies Record<Recharge['method'], IconName>;

export const payoutIcons = {
  bank: 'bank',
  'usdt-trc20': 'coin',
  'usdt-erc20': 'coin',
} as const satisfies Record<PayoutType, IconName>;

/** A chain as its users call it: "TRON (TRC-20)". */
export const networkName = (network: string): string => {
  if (/tr(c-?20|on)/i.test(network)) return 'TRON (TRC\u201120)';
  if (/er(c-?20)|eth/i.test(network)) return 'Ethereum (ERC\u201120)';
  return network;
};

/** A reason the app knows by name, or the words it came in. */
export const reasonOrWords = (reason = ''): string => {
  const known = refusalReasons.find((name) => name === reason);
  return known === undefined ? reason : reasonText(known);
};

/** Why a recharge was rejected or a withdrawal refused. */
export const reasonText = (reason: RefusalReason): string => t(`cashier.reason.${reason}`);

/** What was unusual about a payment. */
export const caseText = (name: PaymentCase): string => t(`cashier.case.${name}`);

/** An account number with all but its last four characters hidden: "•••• 4821"; what is short stays as it is. */
export const maskedAccount = (account: string): string => {
  const plain = account.replaceAll(/\s/g, '');
  return plain.length <= 4 ? plain : `•••• ${plain.slice(-4)}`;
};

/** A wallet address by its ends, which is what people compare: "TQn9Y2…KcbLSE". */
export const shortAddress = (address: string): string =>
  address.length <= 16 ? address : `${address.slice(0, 6)}…${address.slice(-6)}`;

/** A long text in groups of four, easier to compare with another by eye. */
export const inGroups = (text: string): string[] => text.match(/.{1,4}/gs) ?? [];

type Named = Pick<Payout, 'type' | 'bankName' | 'account' | 'address' | 'alias' | 'holder'>;

/** What a payout method is called: the bank, or the currency and its network. */
export const payoutName = ({ type, bankName }: Named): string =>
  type === 'bank' ? (bankName ?? t('cashier.payout.bank')) : `USDT · ${networkName(type)}`;

// Their hyphens do not break.
const networks = { 'usdt-trc20': 'USDT TRC\u201120', 'usdt-erc20': 'USDT ERC\u201120' };

/** Its kind in a word: "Bank card", "USDT TRC-20". */
export const payoutKind = (type: PayoutType): string =>
  type === 'bank' ? t('cashier.payout.bank') : networks[type];

/** Its number, as much of it as is needed to know it again; reads from left to right. */
export const payoutNumber = ({ type, account = '', address = '' }: Named): string =>
  type === 'bank' ? maskedAccount(account) : shortAddress(address);

/** Its owner, or the owner's name for it. */
export const payoutOwner = ({ type, holder = '', alias = '' }: Named): string =>
  [type === 'bank' ? holder : '', alias].filter((part) => part !== '').join(' · ');

/** A percentage of the wire without idle zeros: "1.50" is "1.5". */
const plainPercent = (percent: string): string =>
  percent.includes('.') ? percent.replace(/\.?0+$/, '') : percent;

type Fee = { percent: string; fixed: string };

/** The fee, where the label "fee" is next to it: "1.5%", "1.5% + 0.30"; "No fee" where nothing is. */
export const feeFigure = ({ percent, fixed }: Fee): string => {
  const lan = currentLan();
  const parts = [
    ...(isNothing(percent) ? [] : [formatPercent(plainPercent(percent), { lan })]),
    ...(isNothing(fixed) ? [] : [formatMoney(fixed, { lan })]),
  ];
  return parts.length === 0 ? t('cashier.noFee') : isolated(parts.join(' + '));
};

/** What is charged, in a word or two: "No fee", "Fee 1.5% + 0.30". */
export const feeText = (fee: Fee): string =>
  isNothing(fee.percent) && isNothing(fee.fixed)
    ? t('cashier.noFee')
    : t('cashier.feeOf', { fee: feeFigure(fee) });

type Bounds = { min: string; max: string; available?: string };

/** The note below an amount: its bounds, or what is wrong with it. */
export const amountNote = (problem: AmountProblem | undefined, { min, max, available }: Bounds): string => {
  const money = (amount: string) => isolated(formatMoney(amount, { lan: currentLan() }));
  switch (problem) {
    case 'min':
      return t('cashier.atLeast', { amount: money(min) });
    case 'max':
      return t('cashier.atMost', { amount: money(max) });
    case 'available':
      return t('cashier.onlyAvailable', { amount: money(available ?? '0') });
    case 'nothing':
      return t('cashier.feeEatsIt');
    case 'empty':
    case undefined:
      return t('cashier.bounds', { min: money(min), max: money(max) });
    default:
      return problem satisfies never;
  }
};

/** Days of the week in words, 1 is Monday: three or more in a row as "Mon – Fri", others one by one. */
export const weekdaysText = (days: readonly number[], lan: Lan): string => {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  const runs: number[][] = [];
  for (const day of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day = 1) => weekdayName(day, { lan });
  return runs
    .flatMap((run) => (run.length > 2 ? [`${name(run[0])} – ${name(run.at(-1))}`] : run.map(name)))
    .join(', ');
};

/** The hours of a window, "00:00–23:59", parted as `lan` parts them. */
export const hoursText = ({ from, to }: Pick<WithdrawalTerms['window'], 'from' | 'to'>, lan: Lan): string => {
  const hours = `${from}–${to}`;
  return lan === 'id' ? hours.replaceAll(':', '.') : hours;
};
