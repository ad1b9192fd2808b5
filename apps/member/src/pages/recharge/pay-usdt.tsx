import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatDecimal } from '@touchline/locales/format';
import { apiOrigin } from '../../api/origin.ts';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { networkName } from '../../features/cashier/names.ts';
import { QrPicture } from '../../features/cashier/qr-picture.tsx';
import { usdtText } from '../../features/cashier/recharge-figures.ts';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './pay.module.css';

/** The sandbox's wallet, with the payment already filled in. */
const sandboxWallet = ({ address = '', network = '', usdtAmount = '' }: Recharge, lan: string): string =>
  `${apiOrigin(location)}/sandbox/chain?${new URLSearchParams({ address, network, amount: usdtAmount, lan })}`;

/** How to pay in USDT: exactly how much, on which network, to which address. */
export const PayUsdt = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const lan = currentLan();
  const { address = '', network = '', usdtAmount = '0', qr = address, sandbox } = recharge;
  const exact = usdtText(usdtAmount);
  const chain = isolated(networkName(network));
  return (
    <div className={styles.pay}>
      <p className={styles.lead}>{t('cashier.sendExactly')}</p>
      <p className={styles.exact}>
        <bdi dir="ltr" className="figures">
          {formatDecimal(exact, lan)}
        </bdi>
        <span className={styles.currency}>USDT</span>
      </p>
      <p className={styles.network}>{t('cashier.onNetwork', { network: chain })}</p>
      <QrPicture text={qr} label={t('cashier.qrLabel')} />
      <CopyBox label={t('cashier.address')} text={address} grouped />
      <CopyBox label={t('cashier.exactAmount')} text={exact} shown={formatDecimal(exact, lan)} />
      <p className={styles.warning}>
        <Icon name="info" size="small" />
        <span>{t('cashier.warning', { network: chain })}</span>
      </p>
      {sandbox && (
        <a
          href={sandboxWallet(recharge, lan)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('quiet')}
        >
          {t('cashier.sandboxWallet')}
        </a>
      )}
    </div>
  );
};
