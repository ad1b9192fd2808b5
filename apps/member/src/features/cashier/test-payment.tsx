import type { RechargeChannel, Recharge } from '@touchline/contract/shapes/cashier';
import { translate, useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolated } from '../labels/bidi.ts';
import { networkName } from './texts.ts';
import styles from './cashier.module.css';

type Rail = Pick<RechargeChannel | Recharge, 'sandbox' | 'testNetwork'>;

/** Whether no real money may be sent: the rail is a sandbox, or a network for tests. */
export const isTestPayment = ({ sandbox, testNetwork }: Rail): boolean =>
  sandbox || testNetwork !== undefined;

/** What amounts in USDT are called next to their figure: never just "USDT" where real ones would be lost. */
export const coinName = ({ sandbox, testNetwork }: Rail): string => {
  if (sandbox) return translate('cashier.testCoin');
  return testNetwork === undefined ? 'USDT' : `USDT (${testNetwork})`;
};

type Props = { recharge: Pick<Recharge, 'method' | 'network' | 'sandbox' | 'testNetwork'> };

/** Says across the whole page that a payment is a test, and what must not be sent. */
export const TestNote = ({ recharge: { method, network = '', testNetwork } }: Props) => {
  const t = useT();
  const words = () => {
    if (testNetwork !== undefined) {
      return t('cashier.testNetworkText', { network: isolated(`${networkName(network)} ${testNetwork}`) });
    }
    return t(method === 'usdt' ? 'cashier.testUsdt' : 'cashier.testPage');
  };
  return (
    <div className={styles.testNote} role="note">
      <Icon name="warning" />
      <div className={styles.testNoteWords}>
        <strong>{t('cashier.testTitle')}</strong>
        <p>{words()}</p>
      </div>
    </div>
  );
};
