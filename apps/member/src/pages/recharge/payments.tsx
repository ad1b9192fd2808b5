import type { Payment, Recharge } from '@touchline/contract/shapes/cashier';
import { formatDecimal, formatMoney } from '@touchline/locales/format';
import { caseText, shortAddress } from '../../features/cashier/texts.ts';
import { usdtText } from '../../features/cashier/amounts.ts';
import { coinName } from '../../features/cashier/test-payment.tsx';
import { isolated, sentenceGap } from '../../features/labels/bidi.ts';
import { Moment } from '../../features/labels/time.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './recharge.module.css';

/** Payments that arrived for a recharge, with the outcome of each; nothing while there are none. */
export const Payments = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  if (recharge.payments.length === 0) return null;
  return (
    <MatchSection title={t('cashier.payments')}>
      <Card flush>
        <ul>
          {recharge.payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} recharge={recharge} />
          ))}
        </ul>
      </Card>
    </MatchSection>
  );
};

const tones = {
  seen: 'amber',
  credited: 'pitch',
  in_review: 'amber',
  refused: 'red',
  orphaned: 'red',
} as const satisfies Record<Payment['state'], 'amber' | 'pitch' | 'red'>;

const PaymentRow = ({ payment, recharge }: { payment: Payment; recharge: Recharge }) => {
  const t = useT();
  const lan = currentLan();
  const { paid, currency, state, reference, at, credited, confirmations, confirmationsNeeded } = payment;
  const money = (amount: string) => isolated(formatMoney(amount, { lan }));
  const outcome = () => {
    if (state === 'seen' && confirmationsNeeded !== undefined) {
      const have = Math.min(confirmations ?? 0, confirmationsNeeded);
      return t('cashier.confirmations', { have, need: confirmationsNeeded });
    }
    if (state === 'credited' && credited !== undefined) {
      return t('cashier.creditedAmount', { amount: money(credited) });
    }
    return t(`cashier.paymentNote.${state}`);
  };
  return (
    <li className={styles.payment}>
      <bdi dir="ltr" className={`figures ${styles.paid}`}>
        {recharge.method === 'usdt'
          ? `${formatDecimal(usdtText(paid), lan)} ${isolated(coinName(recharge))}`
          : payment.case === 'wrong_currency'
            ? [formatDecimal(paid, lan), currency].filter((part) => part !== undefined).join(' ')
            : formatMoney(paid, { lan })}
      </bdi>
      <Tag tone={tones[state]}>{t(`cashier.payment.${state}`)}</Tag>
      <bdi dir="ltr" className={`figures ${styles.paymentsNote}`} title={reference} translate="no">
        {shortAddress(reference)}
      </bdi>
      <span className={styles.paymentsNote}>
        <Moment at={at} />
      </span>
      <p className={styles.paymentsWords}>
        {payment.case !== undefined && payment.case !== state && (
          <b>
            {caseText(payment.case)}
            {sentenceGap()}
          </b>
        )}
        {outcome()}
      </p>
    </li>
  );
};

/** What was agreed when the recharge began, and what was credited: another amount where more or less was paid. */
export const RechargeFacts = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const lan = currentLan();
  const currency = useUser()?.currency ?? '';
  const { amount, fee, receive, credited, rate, reference, createdAt, creditedAt } = recharge;
  return (
    <Facts>
      <Fact label={t('cashier.amount')}>{formatMoney(amount, { lan })}</Fact>
      <Fact label={t('cashier.fee')}>{formatMoney(fee, { lan })}</Fact>
      <Fact label={t('cashier.walletGets')}>
        <b>{formatMoney(credited ?? receive, { lan, currency })}</b>
      </Fact>
      {rate !== undefined && (
        <Fact label={t('cashier.rate')}>
          1 {isolated(coinName(recharge))} = {formatDecimal(rate, lan)} {currency}
        </Fact>
      )}
      <Fact label={t('cashier.reference')}>{reference}</Fact>
      <Fact label={t('cashier.begun')} words>
        <Moment at={createdAt} />
      </Fact>
      {creditedAt !== undefined && (
        <Fact label={t('cashier.creditedAt')} words>
          <Moment at={creditedAt} />
        </Fact>
      )}
    </Facts>
  );
};
