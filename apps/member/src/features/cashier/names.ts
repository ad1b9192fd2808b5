import { refusalReasons, type RefusalReason } from '@touchline/contract/refusal-reasons';
import type { PaymentCase, PayoutType, Recharge } from '@touchline/contract/shapes/cashier';
import { translate as t } from '../../shell/i18n.tsx';
import type { IconName } from '../../ui/icon.tsx';

const channels = ['usdt-trc20', 'usdt-erc20', 'cash-card', 'scan-code'] as const;

/** The name of a way to recharge; one the app does not know is called what the server calls it. */
export const channelName = (id: string, name = id): string => {
  const known = channels.find((channel) => channel === id);
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
