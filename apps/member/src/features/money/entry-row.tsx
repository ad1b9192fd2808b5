import { memo, type ReactNode } from 'react';
import type { MoneyEntry } from '@touchline/contract/shapes/money';
import { formatMoney, formatSignedMoney } from '@touchline/locales/format';
import { formatClock } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { deviceTimeZone } from '../labels/time.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './money.module.css';
import type { usePages } from '../../lib/use-pages.ts';
import { Card } from '../../ui/card.tsx';
import { Endless, allOf } from '../endless/endless.tsx';
import { LoadFailure } from '../load-failure/load-failure.tsx';

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

type Page<Entry> = { page: number; total: number; list: readonly Entry[] };

type Props<Entry> = {
  pages: ReturnType<typeof usePages<Page<Entry>>>;
  row: (entry: Entry) => ReactNode;
  /** Shown where there are no entries. */
  empty: ReactNode;
};

/** A card with the entries of all loaded pages, and its states: pending, failed and empty. */
export const EntryPages = <Entry extends { id: string }>({ pages, row, empty }: Props<Entry>) => {
  if (pages.isPending) return <Waiting />;
  if (pages.data === undefined) return <LoadFailure error={pages.error} onRetry={pages.refetch} />;
  const entries = allOf(pages.data.pages);
  if (entries.length === 0) return empty;
  return (
    <>
      <Card flush>
        <ul>{entries.map(row)}</ul>
      </Card>
      <Endless hasMore={pages.hasNextPage} isFetching={pages.isFetchingNextPage} onMore={pages.fetchNextPage}>
        <Waiting />
      </Endless>
    </>
  );
};

const Waiting = () => (
  <Card flush>
    <EntrySkeleton />
    <EntrySkeleton />
  </Card>
);
