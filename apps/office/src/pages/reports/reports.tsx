import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { Figures as Sums, PlayUse, ReportDays } from '@touchline/contract/shapes/office-views';
import { sumOf } from '@touchline/kit/sum';
import { dayIn } from '@touchline/locales/format-time';
import { useState } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats, useSite } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { AmountsIn, Page } from '../../ui/page.tsx';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { Figure, FigureList } from '../../ui/figure.tsx';
import { Charts } from './charts.tsx';
import { CompetitionTable, DayTable } from './tables.tsx';
import { Part } from './part.tsx';
import { SpanFilter } from './span-filter.tsx';
import { isAsked, type Span, spanOf } from './span.ts';
import styles from './reports.module.css';

const tables = ['day', 'competition'] as const;

/** What the house made on some days, from what the ledger booked. */
export const ReportsPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const search = usePageSearch();
  const [opened] = useState(() => new Date());
  const today = dayIn(opened, useSite().timeZone);
  const span = spanOf(search, today);
  const by = choiceOf(search.by, tables) ?? 'day';
  const isRight = isAsked(span);
  const { data, error, refetch } = useCall('officeReportDays', span, { enabled: isRight, keep: true });
  const go = (change: Partial<Span & { by: string }>): void =>
    void navigate({ to: '.', search: { ...search, ...change }, replace: true });
  return (
    <Page
      title={t('place.reports')}
      filters={
        <>
          <SpanFilter span={span} today={today} onChange={go} />
          <AmountsIn />
        </>
      }
    >
      {!isRight && <Note>{t('report.spanWrong')}</Note>}
      {isRight && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {isRight && data === undefined && error === null && <Skeleton lines={12} />}
      {isRight && data !== undefined && (
        <>
          <Totals of={data.total} />
          <Charts of={data} span={span} />
          <div className={styles.sides}>
            <Methods of={data.methods} span={span} />
            <Promotions of={data} span={span} />
            <PlayTable of={data.play} span={span} />
          </div>
          <Part
            title={t(by === 'day' ? 'report.byDay' : 'report.byCompetition')}
            table={by === 'day' ? 'days' : 'competitions'}
            span={span}
            head={
              <div className={styles.choices}>
                {tables.map((table) => (
                  <Button
                    key={table}
                    size="compact-xs"
                    variant={by === table ? 'filled' : 'default'}
                    aria-pressed={by === table}
                    onClick={() => go({ by: table === 'day' ? '' : table })}
                  >
                    {t(table === 'day' ? 'report.byDay' : 'report.byCompetition')}
                  </Button>
                ))}
              </div>
            }
          >
            {by === 'day' ? <DayTable of={data} /> : <CompetitionTable span={span} />}
          </Part>
        </>
      )}
    </Page>
  );
};

const toneOf = (amount: string): 'bad' | 'plain' => (amount.startsWith('-') ? 'bad' : 'plain');

/** The total of all days. */
const Totals = ({ of }: { of: Sums }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const { percent } = useDayFormats();
  return (
    <FigureList label={t('unit.of', { name: t('report.total'), unit: currency })}>
      <Figure name={t('today.stakes')} value={money(of.stakes)} note={t('today.bets', { count: of.bets })} />
      <Figure
        name={t('today.payouts')}
        value={money(of.payouts)}
        note={t('today.refunds', { amount: money(of.refunds) })}
      />
      <Figure
        name={t('today.ggr')}
        value={money(of.ggr)}
        tone={toneOf(of.ggr)}
        note={of.hold === undefined ? undefined : t('today.hold', { percent: percent(of.hold) })}
      />
      <Figure
        name={t('today.ngr')}
        value={money(of.ngr)}
        tone={toneOf(of.ngr)}
        note={t('today.promotions', { amount: money(of.promotions) })}
      />
      <Figure name={t('today.recharges')} value={money(of.recharges)} />
      <Figure
        name={t('today.withdrawals')}
        value={money(of.withdrawals)}
        note={t('today.fees', { amount: money(of.fees) })}
      />
    </FigureList>
  );
};

type MethodRow = ReportDays['methods'][number];

const railOf = ({ rail }: MethodRow): string => rail;

/** Money in and out by payment method. */
const Methods = ({ of, span }: { of: readonly MethodRow[]; span: Span }) => {
  const t = useT();
  const { money } = useFormats();
  const { count } = useDayFormats();
  const columns: Column<MethodRow>[] = [
    { id: 'rail', header: t('report.method'), cell: ({ rail }) => rail, foot: t('report.total') },
    ...(['recharges', 'withdrawals'] as const).flatMap((way): Column<MethodRow>[] => {
      const number = way === 'recharges' ? 'rechargeCount' : 'withdrawalCount';
      return [
        {
          id: way,
          header: t(`today.${way}`),
          align: 'end',
          cell: (row) => money(row[way]),
          foot: money(sumOf(of.map((row) => row[way]))),
        },
        {
          id: number,
          header: t('report.count'),
          align: 'end',
          cell: (row) => count(row[number]),
          foot: count(of.reduce((all, row) => all + row[number], 0)),
        },
      ];
    }),
  ];
  return (
    <Part title={t('report.methods')} table="methods" span={span}>
      <DataTable
        label={t('report.methods')}
        columns={columns}
        keyOf={railOf}
        rows={of}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
      />
    </Part>
  );
};

type PlayRow = { name: string; count: number };

const playKey = ({ name }: PlayRow): string => name;

/** How members use safer play. */
const PlayTable = ({ of, span }: { of: PlayUse; span: Span }) => {
  const t = useT();
  const { count } = useDayFormats();
  const rows: PlayRow[] = [
    { name: t('report.limitMembers'), count: of.limitMembers },
    ...of.limits.map(({ kind, period, members }) => ({
      name: t(`report.limit.${kind}`, { period: t(`report.period.${period}`) }),
      count: members,
    })),
    { name: t('report.timeOuts'), count: of.timeOuts },
    { name: t('report.timeOutsNow'), count: of.timeOutsNow },
    { name: t('report.exclusions'), count: of.exclusions },
    { name: t('report.exclusionsNow'), count: of.exclusionsNow },
  ];
  const columns: Column<PlayRow>[] = [
    { id: 'name', header: t('report.kind'), cell: ({ name }) => name },
    {
      id: 'count',
      header: t('report.count'),
      align: 'end',
      cell: (row) => count(row.count),
    },
  ];
  return (
    <Part title={t('report.play')} span={span}>
      <DataTable
        label={t('report.play')}
        columns={columns}
        keyOf={playKey}
        rows={rows}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
      />
    </Part>
  );
};

type PromotionRow = { kind: string; amount: string; count?: number };

const promotionKey = ({ kind }: PromotionRow): string => kind;
const kinds = ['grant', 'check_in', 'adjustment', 'commission'] as const;

/** Credits to members and leaders that need no stake: grants, check-ins, corrections, commission. */
const Promotions = ({ of, span }: { of: ReportDays; span: Span }) => {
  const t = useT();
  const { money } = useFormats();
  const { count } = useDayFormats();
  const rows: PromotionRow[] = [...of.promotions, { kind: 'commission', amount: of.total.commission }];
  const nameOf = (kind: string): string => {
    const known = kinds.find((name) => name === kind);
    return known === undefined ? kind : t(`reportKind.${known}`);
  };
  const columns: Column<PromotionRow>[] = [
    {
      id: 'kind',
      header: t('report.kind'),
      cell: ({ kind }) => nameOf(kind),
      foot: t('report.total'),
    },
    {
      id: 'count',
      header: t('report.count'),
      align: 'end',
      cell: (row) => (row.count === undefined ? '–' : count(row.count)),
    },
    {
      id: 'amount',
      header: t('report.amount'),
      align: 'end',
      cell: ({ amount }) => money(amount),
      foot: money(sumOf(rows.map(({ amount }) => amount))),
    },
  ];
  return (
    <Part title={t('report.given')} table="promotions" span={span}>
      <DataTable
        label={t('report.given')}
        columns={columns}
        keyOf={promotionKey}
        rows={rows}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
      />
    </Part>
  );
};
