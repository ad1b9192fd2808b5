import type { ReactNode } from 'react';
import type { Payout } from '@touchline/contract/shapes/cashier';
import { Icon } from '../../ui/icon.tsx';
import { payoutIcons, payoutName, payoutNumber, payoutOwner } from './texts.ts';
import styles from './cashier.module.css';

type Props = {
  payout: Omit<Payout, 'usableFrom' | 'createdAt'>;
  /** A line below, in amber: why it cannot be used yet. */
  note?: string | undefined;
  /** At the end of the line. */
  children?: ReactNode;
};

/** A payout method: its bank or network, its number, masked, and its owner. */
export const PayoutLine = ({ payout, note, children }: Props) => {
  const owner = payoutOwner(payout);
  return (
    <span className={styles.line}>
      <span className={styles.icon}>
        <Icon name={payoutIcons[payout.type]} />
      </span>
      <span className={styles.payoutLineWords}>
        <span className={styles.name}>{payoutName(payout)}</span>
        <bdi dir="ltr" className={`figures ${styles.number}`} translate="no">
          {payoutNumber(payout)}
        </bdi>
        {owner !== '' && (
          <span className={styles.owner} translate="no">
            <bdi>{owner}</bdi>
          </span>
        )}
        {note !== undefined && <span className={styles.payoutLineNote}>{note}</span>}
      </span>
      {children}
    </span>
  );
};
