import { formatMoney } from '@touchline/locales/format';
import { currentLan, translate as t } from '../../shell/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import type { AmountProblem } from './recharge-figures.ts';

type Bounds = { min: string; max: string; available?: string };

/** What stands beneath an amount: its bounds, or what is wrong with it. */
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
