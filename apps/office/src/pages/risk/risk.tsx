import type { Output } from '@touchline/contract/routes';
import type { CapUse, ExposureList } from '@touchline/contract/shapes/office-views';
import type { PageSearch } from '@touchline/kit/search';
import { sumOf } from '@touchline/kit/sum';
import { useMemo } from 'react';
import { MatchState } from '../../features/trading/match-state.tsx';
import { nameOfCompetition, nameOfMatch } from '../../features/trading/names.ts';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useT } from '../../lib/i18n.ts';
import { useCall } from '../../lib/query.ts';
import { usePageNumber, usePageSearch } from '../../lib/search.ts';
import { useFormats } from '../../lib/site.ts';
import { Figure, FigureList } from '../../ui/figure.tsx';
import { AmountsIn, Page, Section } from '../../ui/page.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { AlertList } from './alert-list.tsx';
import { BigBets } from './big-bets.tsx';
import { EventRisk } from './event-risk.tsx';
import styles from './risk.module.css';
import { Share } from './share.tsx';

type Row = Output<'officeExposureList'>['list'][number];

const limit = 20;
const keyOf = ({ event }: Row): string => event.id;
const searchOf = ({ event }: Row): PageSearch => ({ event: event.id });

const useColumns = (): Column<Row>[] => {
  const t = useT();
  const { money, signed } = useFormats();
  return useMemo(
    () => [
      { id: 'match', header: t('column.match'), cell: ({ event }) => nameOfMatch(event) },
      { id: 'state', header: t('column.kickOff'), cell: ({ event }) => <MatchState of={event} /> },
      {
        id: 'worst',
        header: t('risk.worst'),
        align: 'end',
        cell: ({ worst }) => (
          <span className={Number(worst) === 0 ? undefined : styles.worst}>{money(worst)}</span>
        ),
      },
      { id: 'percent', header: t('risk.cap'), cell: ({ percent }) => <Share percent={percent} /> },
      {
        id: 'best',
        header: t('risk.best'),
        align: 'end',
        wide: true,
        cell: ({ best }) => signed(best),
      },
      { id: 'stake', header: t('risk.stakeShort'), align: 'end', cell: ({ stake }) => money(stake) },
      {
        id: 'competition',
        header: t('column.competition'),
        wide: true,
        cell: ({ event }) => nameOfCompetition(event.competition),
      },
    ],
    [t, money, signed],
  );
};

/** All matches that can still cost something: their total, and where it lies. */
const Overview = () => {
  const t = useT();
  const columns = useColumns();
  const page = usePageNumber();
  const { data, error, refetch } = useCall(
    'officeExposureList',
    { page, limit },
    { follow: true, keep: true },
  );
  return (
    <Page title={t('place.risk')} filters={<AmountsIn />}>
      {data !== undefined && <Totals of={data} />}
      <div className={data?.total === 0 ? styles.column : styles.split}>
        <div className={styles.column}>
          <Section title={t('risk.list')}>
            <DataTable
              label={t('risk.list')}
              columns={columns}
              keyOf={keyOf}
              searchOf={searchOf}
              rows={data?.list}
              error={error}
              onRetry={() => void refetch()}
              empty={{ title: t('risk.empty'), hint: t('risk.emptyHint') }}
            />
            <Pager total={data?.total} limit={limit} />
          </Section>
          <BigBets />
        </div>
        {data !== undefined && data.total > 0 && (
          <div className={styles.column}>
            <AlertList of={data.alerts} />
            <CompetitionSums of={data.competitions} />
            <DaySums of={data.days} />
          </div>
        )}
      </div>
    </Page>
  );
};

/** How much of a cap is used, in words. */
const useUseText = () => {
  const t = useT();
  const { percent } = useDayFormats();
  return ({ percent: of }: CapUse): string =>
    of === undefined ? t('today.noCap') : t('today.ofCap', { percent: percent(of) });
};

/** All matches together: next to the cap of the site, and where a competition comes nearest to its own. */
const Totals = ({ of }: { of: ExposureList }) => {
  const t = useT();
  const { money } = useFormats();
  const { count } = useDayFormats();
  const inWords = useUseText();
  const [first, ...others] = of.competitions;
  const fullest = others.reduce(
    (found, each) => ((each.cap.percent ?? 0) > (found?.cap.percent ?? 0) ? each : found),
    first,
  );
  return (
    <FigureList label={t('risk.all')}>
      <Figure
        name={t('today.exposure')}
        value={money(of.site.used)}
        percent={of.site.percent}
        note={inWords(of.site)}
      />
      {fullest !== undefined && (
        <Figure
          name={t('risk.fullest')}
          value={money(fullest.worst)}
          percent={fullest.cap.percent}
          note={`${nameOfCompetition(fullest.competition)} · ${inWords(fullest.cap)}`}
        />
      )}
      <Figure
        name={t('risk.events')}
        value={count(of.total)}
        note={t('risk.stakesOf', { amount: money(sumOf(of.days.map(({ stake }) => stake))) })}
      />
      <Figure
        name={t('risk.alerts')}
        value={count(of.alerts.length)}
        tone={of.alerts.length > 0 ? 'bad' : 'plain'}
      />
    </FigureList>
  );
};

type List = Output<'officeExposureList'>;
type Day = List['days'][number];
type Competition = List['competitions'][number];

const capShare = ({ cap }: Competition) => <Share percent={cap.percent} />;

/** The columns all sums share: how many matches, what they may cost. */
const useSumColumns = <Row extends Day | Competition>(): Column<Row>[] => {
  const t = useT();
  const { money } = useFormats();
  const { count } = useDayFormats();
  return [
    { id: 'events', header: t('risk.events'), align: 'end', cell: ({ events }) => count(events) },
    {
      id: 'worst',
      header: t('risk.worst'),
      align: 'end',
      cell: ({ worst }) => <span className={styles.worst}>{money(worst)}</span>,
    },
  ];
};

/** Worst cases by competition, each next to its cap. */
const CompetitionSums = ({ of }: { of: readonly Competition[] }) => {
  const t = useT();
  const sums = useSumColumns<Competition>();
  const columns: Column<Competition>[] = [
    {
      id: 'competition',
      header: t('column.competition'),
      cell: ({ competition }) => nameOfCompetition(competition),
    },
    ...sums,
    { id: 'cap', header: t('risk.cap'), cell: capShare },
  ];
  return (
    <Section title={t('risk.competitions')}>
      <DataTable
        label={t('risk.competitions')}
        columns={columns}
        rows={of}
        error={null}
        keyOf={({ competition }) => competition.id}
        onRetry={() => undefined}
        empty={{ title: t('risk.empty'), hint: t('risk.emptyHint') }}
      />
    </Section>
  );
};

/** Worst cases by day of kick-off. */
const DaySums = ({ of }: { of: readonly Day[] }) => {
  const t = useT();
  const { money } = useFormats();
  const { longDay } = useDayFormats();
  const sums = useSumColumns<Day>();
  const columns: Column<Day>[] = [
    { id: 'day', header: t('report.day'), cell: ({ day }) => longDay(day) },
    ...sums,
    {
      id: 'stake',
      header: t('risk.stakeShort'),
      align: 'end',
      cell: ({ stake }) => money(stake),
    },
  ];
  return (
    <Section title={t('risk.days')}>
      <DataTable
        label={t('risk.days')}
        columns={columns}
        rows={of}
        error={null}
        keyOf={({ day }) => day}
        onRetry={() => undefined}
        empty={{ title: t('risk.empty'), hint: t('risk.emptyHint') }}
      />
    </Section>
  );
};

/** What the house can still lose: over all matches, or on the one the address names. */
export const RiskPage = () => {
  const { event, ht } = usePageSearch();
  return event === undefined ? <Overview /> : <EventRisk key={event} id={event} ht={ht} />;
};
