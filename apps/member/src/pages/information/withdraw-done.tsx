import type { Withdrawal } from '@touchline/contract/shapes/cashier';
import { formatMoney } from '@touchline/locales/format';
import form from '../../features/cashier/amount-form.module.css';
import { useNow } from '../../features/labels/use-now.ts';
import { whenText } from '../../features/labels/time-text.ts';
import { currentLan, useT } from '../../state/i18n.tsx';
import { useUser } from '../../state/use-user.ts';
import { Button } from '../../ui/button.tsx';
import { DoneHead } from '../../ui/done-head.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';

/** That the withdrawal was asked for, and when it arrives. */
export const WithdrawDone = ({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const currency = useUser()?.currency ?? '';
  return (
    <div className={form.form}>
      <DoneHead>{t('cashier.withdrawAsked')}</DoneHead>
      <Facts>
        <Fact label={t('cashier.youReceive')}>
          <b>{formatMoney(withdrawal.receive, { lan, currency })}</b>
        </Fact>
        <Fact label={t('cashier.arrives')} words>
          {whenText(withdrawal.arrivesBy, now)}
        </Fact>
      </Facts>
      <p className={form.words}>{t('cashier.withdrawAskedText')}</p>
      <Button onClick={onClose}>{t('slip.done')}</Button>
    </div>
  );
};
