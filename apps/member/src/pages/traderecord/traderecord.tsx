import { limits } from '@touchline/contract/limits';
import type { MoneyEntry } from '@touchline/contract/shapes/money';
import { Suspense, useCallback, useState } from 'react';
import { moneyKinds, type MoneyKind } from '@touchline/contract/kinds';
import { dayIn, formatLongDate, nearDayName } from '@touchline/locales/format-time';
import { saveFile } from '@touchline/kit/save-file';
import { allOf, Endless, inBlocks } from '../../features/endless/endless.tsx';
import { LongList } from '../../features/endless/long-list.tsx';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { MatchSection } from '../../features/match-card/match-list.tsx';
import { EntryRow, EntrySkeleton } from '../../features/money/entry-row.tsx';
import { call } from '../../lib/call.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { queryClient } from '../../lib/query.ts';
import { csvOf } from '../../features/money/csv.ts';
import { deviceTimeZone, useNow } from '../../features/labels/time.tsx';
import { moneyPagesKey, wholeLog, type MoneyFilter } from '../../features/money/money-log.ts';
import { daysOf, periods, type Period } from '../../features/money/period.ts';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { Page } from '../../features/frame/page.tsx';
import { configStore } from '../../lib/config.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useStore } from '../../lib/use-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectBox } from '../../ui/select-box.tsx';
import styles from './traderecord.module.css';

const EntrySheet = lazyPart(async () => (await import('./entry-sheet.tsx')).EntrySheet);

const limit = limits.listLimitMax;

type Props = {
  filter: MoneyFilter;
  /** Shows all entries again; undefined while all are shown. */
  onClear: (() => void) | undefined;
};

/** The entries of the wallet by day, newest first, page after page. */
const MoneyPages = ({ filter, onClear }: Props) => {
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

const kinds = ['all', ...moneyKinds] as const;
type Kind = (typeof kinds)[number];
const isKind = (value: unknown): value is Kind => kinds.some((kind) => kind === value);
const isPeriod = (value: unknown): value is Period => periods.some((period) => period === value);

/** Every entry of the wallet, by kind and time, with the balance after each. */
export const TradeRecordPage = () => {
  const t = useT();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const [kind, setKind] = usePageState<Kind>('money kind', 'all', { isTab: false, accepts: isKind });
  const [period, setPeriod] = usePageState<Period>('money period', 'any', {
    isTab: false,
    accepts: isPeriod,
  });
  const [isSaving, setSaving] = useState(false);
  const days = daysOf(period, { now: new Date(useNow()), timeZone });
  const filter: MoneyFilter = { kind: kind === 'all' ? undefined : kind, ...days };

  const download = async (): Promise<void> => {
    setSaving(true);
    // The call has shown its failure already.
    const entries = await wholeLog(filter).catch(() => undefined);
    setSaving(false);
    if (entries === undefined) return;
    const name = `touchline-${dayIn(new Date(), timeZone)}.csv`;
    saveFile(new File([csvOf(entries, t)], name, { type: 'text/csv' }));
  };

  const clear = (): void => {
    setKind('all');
    setPeriod('any');
  };

  return (
    <Page
      layout="wide"
      title={t('nav.traderecord')}
      action={
        <IconButton
          label={t('money.download')}
          icon={{ name: 'download' }}
          disabled={isSaving}
          onClick={() => void download()}
        />
      }
      onRefresh={() => queryClient.refetchQueries({ queryKey: moneyPagesKey(filter) })}
    >
      <div className={styles.choices}>
        <SelectBox
          label={t('money.kinds')}
          options={kinds.map((value) => ({
            value,
            label: value === 'all' ? t('money.all') : t(`money.kind.${value satisfies MoneyKind}`),
          }))}
          value={kind}
          onChange={setKind}
        />
        <SelectBox
          label={t('money.period')}
          options={periods.map((value) => ({ value, label: t(`money.period.${value}`) }))}
          value={period}
          onChange={setPeriod}
        />
      </div>
      <MoneyPages
        key={`${kind} ${period}`}
        filter={filter}
        onClear={kind === 'all' && period === 'any' ? undefined : clear}
      />
    </Page>
  );
};
