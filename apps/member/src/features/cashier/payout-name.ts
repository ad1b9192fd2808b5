import type { Payout, PayoutType } from '@touchline/contract/shapes/cashier';
import { translate as t } from '../../shell/i18n.tsx';
import { maskedAccount, shortAddress } from './masked.ts';
import { networkName } from './names.ts';

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

/** Whose it is, or what its owner calls it. */
export const payoutOwner = ({ type, holder = '', alias = '' }: Named): string =>
  [type === 'bank' ? holder : '', alias].filter((part) => part !== '').join(' · ');
