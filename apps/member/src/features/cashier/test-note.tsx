import type { Recharge } from '@touchline/contract/shapes/cashier';
import { useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isolated } from '../labels/bidi.ts';
import { networkName } from './texts.ts';
import styles from './cashier.module.css';

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
