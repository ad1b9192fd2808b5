import { useEffect } from 'react';
import { countdownText, useLeft } from '../../features/cashier/countdown.ts';
import { useT } from '../../state/i18n.tsx';
import styles from './pay.module.css';

/** The last minutes are amber. */
const soonMs = 5 * 60_000;

type Props = {
  until: string;
  /** A rate is kept as long. */
  hasRate: boolean;
  onOver: () => void;
};

/** How long the price and the address are kept; asks again when that is over. */
export const Expiry = ({ until, hasRate, onOver }: Props) => {
  const t = useT();
  const leftMs = useLeft(until);
  const isOver = leftMs === 0;
  useEffect(() => {
    if (isOver) onOver();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);
  return (
    <p className={styles.expiry} data-soon={leftMs < soonMs}>
      <span>{isOver ? t('cashier.timeUp') : t(hasRate ? 'cashier.keptFor' : 'cashier.timeToPay')}</span>
      {!isOver && (
        <bdi dir="ltr" className="figures" role="timer">
          {countdownText(leftMs)}
        </bdi>
      )}
    </p>
  );
};
