import type { Payment, Recharge } from '@touchline/contract/shapes/cashier';
import { useMemo } from 'react';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';

/** The currency of a payment: that of its channel, or the one that the provider charged instead. */
export const currencyOf = (
  { usdtAmount }: Pick<Recharge, 'usdtAmount'>,
  payment: Pick<Payment, 'case' | 'currency'>,
  own: string,
): string => {
  if (payment.currency !== undefined) return payment.currency;
  // One of before currencies were kept.
  if (payment.case === 'wrong_currency') return '?';
  return usdtAmount === undefined ? own : 'USDT';
};

/** Words for recharges and their payments, the same ones until language or currency change. */
export const useRechargeWords = () => {
  const t = useT();
  const { money, currency } = useFormats();
  return useMemo(
    () => ({
      /** The state; what has arrived and waits for a person is in review, whether or not other payments were credited. */
      state: ({ state, payments }: Recharge): string =>
        payments.some((payment) => payment.state === 'in_review')
          ? t('paymentState.in_review')
          : t(`rechargeState.${state}`),
      /** What arrived. */
      paid: (recharge: Recharge, payment: Payment): string =>
        `${money(payment.paid)} ${currencyOf(recharge, payment, currency)}`,
    }),
    [t, money, currency],
  );
};
