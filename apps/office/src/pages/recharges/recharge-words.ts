import type { Recharge } from '@touchline/contract/shapes/cashier';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';

/** Words for recharges and their payments. */
export const useRechargeWords = () => {
  const t = useT();
  const { money, currency } = useFormats();
  return {
    /** The state; what has arrived and waits for a person is in review, whether or not other payments were credited. */
    state: ({ state, payments }: Recharge): string =>
      payments.some((payment) => payment.state === 'in_review')
        ? t('paymentState.in_review')
        : t(`rechargeState.${state}`),
    /** What arrived, in the currency of the channel. */
    paid: ({ usdtAmount }: Recharge, paid: string): string =>
      `${money(paid)} ${usdtAmount === undefined ? currency : 'USDT'}`,
  };
};
