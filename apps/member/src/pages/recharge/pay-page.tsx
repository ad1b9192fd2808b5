import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import { apiOrigin } from '@touchline/client/origin';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { QrPicture } from '../../features/cashier/qr-picture.tsx';
import { currentLan, useT } from '../../state/i18n.tsx';
import { useUser } from '../../state/use-user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { webAddress } from './payment-steps.ts';
import styles from './pay.module.css';

/** How to pay on a page of the provider: by card there, or by scanning a code with another phone. */
export const PayPage = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const currency = useUser()?.currency ?? '';
  const { amount, method, qr, reference } = recharge;
  // A code that is an address can also be opened on this phone.
  const payUrl = webAddress(recharge.payUrl ?? qr, apiOrigin(location));
  const isScan = method === 'scan';
  return (
    <div className={styles.pay}>
      <p className={styles.lead}>{t(isScan ? 'cashier.scanToPay' : 'cashier.payByCard')}</p>
      <p className={styles.exact}>
        <bdi dir="ltr" className="figures">
          {formatMoney(amount, { lan: currentLan() })}
        </bdi>
        <span className={styles.currency}>{currency}</span>
      </p>
      {isScan && qr !== undefined && <QrPicture text={qr} label={t('cashier.qrLabel')} />}
      {isScan && <CopyBox label={t('cashier.reference')} text={reference} />}
      {payUrl !== undefined && (
        <a href={payUrl} className={buttonClass(isScan ? 'quiet' : 'main')}>
          {t(isScan ? 'cashier.openPayPage' : 'cashier.toCardPage')}
        </a>
      )}
      {!isScan && <p className={styles.lead}>{t('cashier.cardNote')}</p>}
    </div>
  );
};
