import { Suspense, useCallback, useState } from 'react';
import { limits } from '@touchline/contract/limits';
import type { MoneyEntry } from '@touchline/contract/shapes/money';
import { dayIn, formatLongDate, nearDayName } from '@touchline/locales/format-time';
import { call } from '../../lib/call.ts';
import { usePages } from '../../lib/use-pages.ts';
import { allOf, inBlocks, Endless } from '../../features/endless/endless.tsx';
import { LongList } from '../../features/endless/long-list.tsx';
import { deviceTimeZone, useNow } from '../../features/labels/time.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { EntryRow, EntrySkeleton } from '../../features/money/entry-row.tsx';
import { moneyPagesKey, type MoneyFilter } from '../../features/money/money-log.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';

const EntrySheet = lazyPart(async () => (await import('./entry-sheet.tsx')).EntrySheet);

const limit = limits.listLimitMax;

type Props = {
  filter: MoneyFilter;
  /** Shows all entries again; undefined while all are shown. */
  onClear: (() => void) | undefined;
};

/** The entries of the wallet by day, newest first, page after page. */
export const MoneyPages = ({ filter, onClear }: Props) => {
  const t = useT();
  const [opened, setOpened] = useState<MoneyEntry>();
  const [isOpen, setOpen] = useState(false);
  const open = useCallback((entry: MoneyEntry): void => {
    setOpened(entry);
    setOpen(true);
  }, []);
  const pages = usePages({
    queryKey: moneyPagesKey(filter),
    limit,
    fetchPage: (which, options) => call('moneyLogList', { ...filter, ...which }, options),
  });
  if (pages.isPending) return <Waiting />;
  if (pages.data === undefined) return <LoadFailure error={pages.error} onRetry={pages.refetch} />;
  const entries = allOf(pages.data.pages);
  if (entries.length === 0 && onClear !== undefined) {
    return (
      <EmptyState icon="search" title={t('money.noneFits')} hint={t('money.noneFitsHint')}>
        <Button tone="quiet" onClick={onClear}>
          {t('money.clear')}
        </Button>
      </EmptyState>
    );
  }
  if (entries.length === 0)
    return <EmptyState icon="records" title={t('money.none')} hint={t('money.noneHint')} />;
  return (
    <>
      <Days name={JSON.stringify(moneyPagesKey(filter))} entries={entries} onOpen={open} />
      <Endless hasMore={pages.hasNextPage} isFetching={pages.isFetchingNextPage} onMore={pages.fetchNextPage}>
        <Waiting />
      </Endless>
      {opened !== undefined && (
        <Suspense>
          <EntrySheet entry={opened} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

type DaysProps = { name: string; entries: readonly MoneyEntry[]; onOpen: (entry: MoneyEntry) => void };

const Days = ({ name, entries, onOpen }: DaysProps) => {
  const row = (entry: MoneyEntry) => <EntryRow key={entry.id} entry={entry} onOpen={onOpen} />;
  const now = useNow();
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  return [...Map.groupBy(entries, ({ at }) => dayIn(at, options.timeZone))].map(([day, list]) => {
    const at = list[0]?.at ?? '';
    return (
      <MatchSection key={day} title={nearDayName(at, { ...options, now }) ?? formatLongDate(at, options)}>
        <div data-arrows="entries">
          <Card flush>
            <LongList name={`${name} ${day}`} blocks={inBlocks(list)} row={row} kind="rows" />
          </Card>
        </div>
      </MatchSection>
    );
  });
};

const Waiting = () => (
  <Card flush>
    <EntrySkeleton />
    <EntrySkeleton />
    <EntrySkeleton />
  </Card>
);
