import type { Channel, Recharge } from '@touchline/contract/shapes/cashier';
import { translate as t } from '../../lib/i18n.tsx';

type Rail = Pick<Channel | Recharge, 'sandbox' | 'testNetwork'>;

/** Whether no real money may be sent: the rail is a sandbox, or a network for tests. */
export const isTestPayment = ({ sandbox, testNetwork }: Rail): boolean =>
  sandbox || testNetwork !== undefined;

/** What amounts in USDT are called next to their figure: never just "USDT" where real ones would be lost. */
export const coinName = ({ sandbox, testNetwork }: Rail): string => {
  if (sandbox) return t('cashier.testCoin');
  return testNetwork === undefined ? 'USDT' : `USDT (${testNetwork})`;
};
