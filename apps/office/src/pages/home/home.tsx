import { Link, Navigate } from '@tanstack/react-router';
import type { Output } from '@touchline/contract/routes';
import type { RiskEvent } from '@touchline/contract/shapes/office-views';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useFormats } from '../../lib/site.ts';
import { dayAfter, daysOf, seriesOf } from '../../ui/chart/days.ts';
import { DayChart } from '../../ui/chart/day-chart.tsx';
import { listed, useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { MatchState } from '../../features/trading/match-state.tsx';
import { nameOfCompetition, nameOfMatch } from '../../features/trading/names.ts';
import { Figure, FigureList } from '../../ui/figure.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { AmountsIn, Page, Section } from '../../ui/page.tsx';
import { Empty, Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { Queues, useWhere } from './queues.tsx';
import styles from './home.module.css';

/** The day so far: what is wrong, what it made, what waits, and what is being played. */
export const HomePage = () => {
  const t = useT();
  const may = useMay()('officeToday');
  const { longDay, clock } = useDayFormats();
  const { data: me, error: meError, refetch: askMe } = useCall('officeMe', {});
  // Without the second factor that is asked for, everything else is refused.
  const mustSetUp = me?.secondFactor.mustSetUp;
  const today = useCall('officeToday', {}, { enabled: may && mustSetUp === false, follow: true });
  if (mustSetUp === true) return <Navigate to="/account" search={{}} replace />;
  const { data, error, refetch } = today;
  return (
    <Page
      title={t('home.title')}
      filters={
        data && (
          <>
            <span className={styles.hint}>
              {longDay(data.day)} · {t('today.asOf', { time: clock(data.at) })}
            </span>
            {(data.money !== undefined || data.exposure !== undefined) && <AmountsIn />}
          </>
        )
      }
    >
      {!may && <Empty title={t('home.nothing')} hint={t('home.nothingHint')} />}
      {meError !== null && me === undefined && <Failure error={meError} onRetry={() => void askMe()} />}
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {may && data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && (
        <>
          <Alarms of={data.alarms} />
          <MoneyToday of={data} />
          <div className={styles.columns}>
            {data.queues.length > 0 && <Queues of={data.queues} />}
            <Trend day={data.day} />
          </div>
          <Section title={t('today.live')}>
            <LiveMatches of={data.live} />
          </Section>
        </>
      )}
    </Page>
  );
};

type Alarm = Output<'officeToday'>['alarms'][number];

/** What stops money or bets; the others want a look. */
const grave: readonly Alarm['alarm'][] = [
  'ledger_breach',
  'betting_stopped',
  'payments_stopped',
  'feed_silent',
];

/** What is wrong now, each with the way to its page. */
const Alarms = ({ of }: { of: readonly Alarm[] }) => {
  const t = useT();
  if (of.length === 0) return <Note done>{t('today.noAlarms')}</Note>;
  return (
    <ul className={styles.alarms} aria-label={t('today.alarms')}>
      {of.map((alarm) => (
        <AlarmLine key={alarm.alarm} of={alarm} />
      ))}
    </ul>
  );
};

const AlarmLine = ({ of }: { of: Alarm }) => {
  const t = useT();
  const { ago } = useFormats();
  const place = useWhere()(of.page);
  const content = (
    <>
      <strong>{t(`alarm.${of.alarm}`, { count: of.count })}</strong>
      {of.names.length > 0 && <span>{listed(of.names)}</span>}
      {of.since !== undefined && <span>{ago(of.since)}</span>}
      {place !== undefined && <span className={styles.go}>{t(`place.${place.name}`)} →</span>}
    </>
  );
  return (
    <li className={styles.alarm} data-grave={grave.includes(of.alarm)}>
      {place === undefined ? (
        <div>{content}</div>
      ) : (
        <Link to={place.path} search={{}}>
          {content}
        </Link>
      )}
    </li>
  );
};

const matchKey = ({ id }: RiskEvent): string => id;

const useMatchColumns = (): Column<RiskEvent>[] => {
  const t = useT();
  const mayRisk = useMay()('officeExposureEvent');
  return useMemo(
    () => [
      {
        id: 'match',
        header: t('column.match'),
        cell: (event) =>
          mayRisk ? (
            <Link to="/risk" search={{ event: event.id }}>
              {nameOfMatch(event)}
            </Link>
          ) : (
            nameOfMatch(event)
          ),
      },
      { id: 'state', header: t('column.score'), cell: (event) => <MatchState of={event} /> },
      {
        id: 'competition',
        header: t('column.competition'),
        cell: ({ competition }) => nameOfCompetition(competition),
      },
    ],
    [t, mayRisk],
  );
};

/** The matches in play; who may see what they can cost goes there from here. */
const LiveMatches = ({ of }: { of: readonly RiskEvent[] }) => {
  const t = useT();
  const columns = useMatchColumns();
  return (
    <DataTable
      label={t('today.live')}
      columns={columns}
      keyOf={matchKey}
      rows={of}
      error={null}
      onRetry={() => undefined}
      empty={{ title: t('today.liveEmpty'), hint: t('today.liveHint') }}
    />
  );
};

const trendDays = 14;

/** Stakes and what was left of them over the last days, for those who may read reports. */
const Trend = ({ day }: { day: string }) => {
  const t = useT();
  const { money } = useFormats();
  const span = { from: dayAfter(day, 1 - trendDays), to: day };
  const { data } = useCall('officeReportDays', span, {
    enabled: useMay()('officeReportDays'),
    follow: true,
    keep: true,
  });
  if (data === undefined) return null;
  const days = daysOf(span);
  const series = seriesOf(data.list, days, money);
  return (
    <DayChart
      title={t('today.trend')}
      days={days}
      series={[
        {
          name: t('today.stakes'),
          shape: 'columns',
          tone: 'main',
          ...series('stakes'),
          total: money(data.total.stakes),
        },
        { name: t('today.ggr'), shape: 'line', tone: 'main', ...series('ggr'), total: money(data.total.ggr) },
      ]}
    />
  );
};

type Today = Output<'officeToday'>;

const toneOf = (amount: string): 'bad' | 'plain' => (amount.startsWith('-') ? 'bad' : 'plain');

/** What the day made, and what the open matches can still cost. */
const MoneyToday = ({ of: { day, money: made, exposure } }: { of: Today }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const { percent } = useDayFormats();
  const mayReport = useMay()('officeReportDays');
  const reported = (amount: string) =>
    mayReport ? (
      <Link to="/reports" search={{ from: day, to: day }}>
        {money(amount)}
      </Link>
    ) : (
      money(amount)
    );
  if (made === undefined && exposure === undefined) return null;
  return (
    <FigureList label={t('unit.of', { name: t('today.money'), unit: currency })}>
      {made !== undefined && (
        <>
          <Figure name={t('today.recharges')} value={reported(made.recharges)} />
          <Figure
            name={t('today.withdrawals')}
            value={reported(made.withdrawals)}
            note={t('today.fees', { amount: money(made.fees) })}
          />
          <Figure
            name={t('today.stakes')}
            value={reported(made.stakes)}
            note={t('today.bets', { count: made.bets })}
          />
          <Figure
            name={t('today.payouts')}
            value={reported(made.payouts)}
            note={t('today.refunds', { amount: money(made.refunds) })}
          />
          <Figure
            name={t('today.ggr')}
            value={reported(made.ggr)}
            tone={toneOf(made.ggr)}
            note={made.hold === undefined ? undefined : t('today.hold', { percent: percent(made.hold) })}
          />
          <Figure
            name={t('today.ngr')}
            value={reported(made.ngr)}
            tone={toneOf(made.ngr)}
            note={t('today.promotions', { amount: money(made.promotions) })}
          />
        </>
      )}
      {exposure !== undefined && (
        <Figure
          name={t('today.exposure')}
          value={
            <Link to="/risk" search={{}}>
              {money(exposure.site.used)}
            </Link>
          }
          percent={exposure.site.percent}
          note={
            exposure.site.percent === undefined
              ? `${t('today.matches', { count: exposure.events })}, ${t('today.noCap')}`
              : `${t('today.matches', { count: exposure.events })} · ${t('today.ofCap', { percent: percent(exposure.site.percent) })}`
          }
        />
      )}
    </FigureList>
  );
};
