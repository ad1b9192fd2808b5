import { memo } from 'react';
import type { MoneyEntry } from '@touchline/contract/shapes/money';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatClock } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { deviceTimeZone } from '../labels/kick-off.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './money.module.css';

const isNothing = (amount: string): boolean => /^-?[0.]+$/.test(amount);

/** An entry of the wallet: what and when, what it changed, and the balance after it. */
export const EntryRow = memo(function EntryRow({
  entry,
  onOpen,
}: {
  entry: MoneyEntry;
  /** Opens more about it; the row is a button then. */
  onOpen?: ((entry: MoneyEntry) => void) | undefined;
}) {
  const t = useT();
  const lan = currentLan();
  const { kind, amount, held, balanceAfter, at, note } = entry;
  const content = (
    <>
      <span className={styles.what}>{t(`money.kind.${kind}`)}</span>
      <bdi className={`figures ${styles.amount}`} data-gain={!isNothing(amount) && !amount.startsWith('-')}>
        {formatSignedMoney(amount, { lan })}
      </bdi>
      {note !== undefined && <bdi className={styles.about}>{note}</bdi>}
      <span className={styles.note}>
        <time dateTime={at} className="figures">
          {formatClock(at, { lan, timeZone: deviceTimeZone() })}
        </time>
        {!isNothing(held) && (
          <> · {t('money.held', { amount: isolated(formatSignedMoney(held, { lan })) })}</>
        )}
      </span>
      <span className={`${styles.note} ${styles.balance}`}>
        {t('money.balance', { amount: isolated(formatMoney(balanceAfter, { lan })) })}
      </span>
    </>
  );
  if (onOpen === undefined) return <li className={styles.row}>{content}</li>;
  return (
    <li className={styles.item}>
      <button type="button" className={styles.row} aria-haspopup="dialog" onClick={() => onOpen(entry)}>
        {content}
      </button>
    </li>
  );
});

/** The shape of an entry while it is being fetched. */
export const EntrySkeleton = () => (
  <div className={`${styles.row} ${styles.waiting}`} aria-hidden="true">
    <Skeleton width={7} />
    <Skeleton width={4} />
    <Skeleton width={4} height={0.75} />
    <Skeleton width={6} height={0.75} />
  </div>
);
