import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatDecimal } from '@touchline/locales/format';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { networkName } from '../../features/cashier/texts.ts';
import { QrPicture } from '../../features/cashier/qr-picture.tsx';
import { usdtText } from '../../features/cashier/usdt-text.ts';
import { coinName } from '../../features/cashier/test-payment.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './pay.module.css';

/** How to pay in USDT over a chain: how much, on which network, to which address. */
export const PayUsdt = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const lan = currentLan();
  const { address = '', network = '', usdtAmount = '0', qr = address, testNetwork } = recharge;
  const exact = usdtText(usdtAmount);
  const name = networkName(network);
  const chain = isolated(testNetwork === undefined ? name : `${name} ${testNetwork}`);
  const coin = coinName(recharge);
  return (
    <div className={styles.pay}>
      <p className={styles.lead}>{t('cashier.sendExactly')}</p>
      <p className={styles.exact}>
        <bdi dir="ltr" className="figures">
          {formatDecimal(exact, lan)}
        </bdi>
        <bdi className={styles.currency}>{coin}</bdi>
      </p>
      <p className={styles.network}>{t('cashier.onNetwork', { network: chain })}</p>
      <QrPicture text={qr} label={t('cashier.qrLabel')} />
      <CopyBox label={t('cashier.address')} text={address} grouped />
      <CopyBox
        label={t('cashier.exactAmount', { coin: isolated(coin) })}
        text={exact}
        shown={formatDecimal(exact, lan)}
      />
      <p className={styles.warning}>
        <Icon name="info" size="small" />
        <span>{t('cashier.warning', { coin: isolated(coin), network: chain })}</span>
      </p>
    </div>
  );
};
