import type { Recharge } from '@touchline/contract/shapes/cashier';
import { formatDecimal, formatMoney } from '@touchline/locales/format';
import { Moment } from '../../features/labels/time.tsx';
import { coinName } from '../../features/cashier/test-payment.tsx';
import { isolated } from '../../features/labels/bidi.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/user.ts';
import { Fact, Facts } from '../../ui/facts.tsx';

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
