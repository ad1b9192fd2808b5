import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatDecimal, formatMoney } from '@touchline/locales/format';
import { apiOrigin } from '@touchline/client/origin';
import { CopyBox } from '../../features/cashier/copy-box.tsx';
import { inGroups, networkName } from '../../features/cashier/texts.ts';
import { QrImage } from '../../features/cashier/qr-image.tsx';
import { usdtText } from '../../features/cashier/amounts.ts';
import { coinName } from '../../features/cashier/test-payment.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Tag } from '../../ui/tag.tsx';
import { webAddress } from './payment-steps.ts';
import styles from './recharge.module.css';

type Props = { recharge: Recharge };

/** The page that plays the payer: the sandbox's wallet with the payment filled in, or that of its card or code. */
const testPage = ({ payUrl, qr }: Recharge): string | undefined =>
  webAddress(payUrl ?? qr, apiOrigin(location));

/** How to pay where money is only played: one action, and behind a fold what a real payment would look like. */
export const PayTest = ({ recharge }: Props) => {
  const t = useT();
  const lan = currentLan();
  const currency = useUser()?.currency ?? '';
  const { amount, method, reference, usdtAmount = '0' } = recharge;
  const isUsdt = method === 'usdt';
  const url = testPage(recharge);
  return (
    <div className={styles.pay}>
      <p className={styles.lead}>{t('cashier.testAmount')}</p>
      <p className={styles.exact}>
        <bdi dir="ltr" className="figures">
          {isUsdt ? formatDecimal(usdtText(usdtAmount), lan) : formatMoney(amount, { lan })}
        </bdi>
        <bdi className={styles.currency}>{isUsdt ? coinName(recharge) : currency}</bdi>
      </p>
      {url !== undefined && (
        <a
          href={url}
          className={buttonClass('main')}
          {...(isUsdt ? { target: '_blank', rel: 'noreferrer' } : {})}
        >
          {t('cashier.payTest')}
        </a>
      )}
      {method === 'scan' && <CopyBox label={t('cashier.reference')} text={reference} />}
      {method !== 'card' && (
        <Fold label={t('cashier.realLook')}>
          <Example recharge={recharge} />
        </Fold>
      )}
    </div>
  );
};

/** What a real payment shows, marked as an example: no part of it can be copied or handed on by a tap. */
const Example = ({ recharge }: Props) => {
  const t = useT();
  const { method, address = '', network = '', qr } = recharge;
  const isUsdt = method === 'usdt';
  return (
    <div className={styles.example}>
      <Tag tone="amber">{t('cashier.example')}</Tag>
      <p className={styles.lead}>{t(isUsdt ? 'cashier.exampleUsdt' : 'cashier.exampleScan')}</p>
      {/* No wallet finds an address in this code. The code of a scan leads to the page that plays the payer. */}
      <QrImage
        text={isUsdt ? t('cashier.testTitle') : (qr ?? t('cashier.testTitle'))}
        label={t('cashier.exampleQr')}
      />
      {isUsdt && (
        <>
          <p className={styles.network}>
            {t('cashier.onNetwork', { network: isolated(networkName(network)) })}
          </p>
          <bdi dir="ltr" className={`figures ${styles.exampleAddress}`} translate="no">
            {inGroups(address).map((group, at) => (
              <span key={`${at} ${group}`}>{group}</span>
            ))}
          </bdi>
        </>
      )}
    </div>
  );
};
