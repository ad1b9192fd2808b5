import type { TurnoverStep } from '@touchline/contract/shapes/cashier';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { isolated } from '../../features/labels/bidi.ts';
import { Moment } from '../../features/labels/moment.tsx';
import { currentLan, useT } from '../../state/i18n.tsx';
import styles from './turnover.module.css';

/** One step of the turnover: what it was, what it changed, and what was left then. */
export const TurnoverRow = ({ step }: { step: TurnoverStep }) => {
  const t = useT();
  const lan = currentLan();
  return (
    <li className={styles.step}>
      <span className={styles.what}>
        {step.kind === 'recharge' ? t('money.kind.recharge') : (step.name ?? t('cashier.bet'))}
      </span>
      <bdi dir="ltr" className={`figures ${styles.counted}`}>
        {formatSignedMoney(step.counted, { lan })}
      </bdi>
      <span className={styles.note}>
        <Moment at={step.at} />
      </span>
      <span className={styles.note}>
        {t('cashier.leftThen', { amount: isolated(formatMoney(step.left, { lan })) })}
      </span>
    </li>
  );
};
