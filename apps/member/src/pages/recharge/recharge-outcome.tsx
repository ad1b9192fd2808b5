import { Link } from '@tanstack/react-router';
import type { Recharge } from '@touchline/contract/shapes/cashier';
import { caseText, reasonText } from '../../features/cashier/texts.ts';
import { RechargeTag } from '../../features/cashier/recharge-tag.tsx';
import { BigAmount } from '../../features/labels/big-amount.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/use-user.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DoneHead } from '../../ui/done-head.tsx';
import styles from './recharge.module.css';
import { Evidence } from './evidence.tsx';
import { Payments } from './payments.tsx';
import { RechargeFacts } from './recharge-facts.tsx';

/** The outcome of a recharge: a receipt, or why there is none and what to do. */
export const RechargeOutcome = ({ recharge }: { recharge: Recharge }) => {
  const t = useT();
  const currency = useUser()?.currency ?? '';
  const { state, reason, credited, receive } = recharge;
  const isCredited = state === 'credited';
  return (
    <>
      <Card>
        <div className={styles.outcome}>
          {isCredited ? (
            <>
              <DoneHead>{t('cashier.success')}</DoneHead>
              <BigAmount amount={credited ?? receive} currency={currency} />
              <p className={styles.outcomeWords}>{t('cashier.successText')}</p>
            </>
          ) : (
            <>
              <span className={styles.tag}>
                <RechargeTag recharge={recharge} />
              </span>
              <BigAmount amount={recharge.amount} currency={currency} />
              <p className={styles.outcomeWords}>
                {state === 'expired'
                  ? t(recharge.method === 'usdt' ? 'cashier.expiredUsdt' : 'cashier.expiredText')
                  : reasonText(reason ?? 'other')}
              </p>
            </>
          )}
          {recharge.case !== undefined && recharge.payments.length === 0 && (
            <p className={styles.outcomeWords}>{caseText(recharge.case)}</p>
          )}
        </div>
      </Card>
      <Payments recharge={recharge} />
      <Card>
        <RechargeFacts recharge={recharge} />
      </Card>
      {state === 'expired' && recharge.method !== 'card' && <Evidence recharge={recharge} />}
      <div className={styles.actions}>
        {isCredited && (
          <Link to="/pages/invest/invest" search={{}} className={buttonClass('main')}>
            {t('cashier.toMatches')}
          </Link>
        )}
        <Link
          to="/pages/recharge/recharge"
          search={{}}
          replace
          className={buttonClass(isCredited ? 'quiet' : 'main')}
        >
          {t('cashier.again')}
        </Link>
      </div>
    </>
  );
};
