import type { ReportCompetitions, ReportDays } from '@touchline/contract/shapes/office-views';
import { sumOf } from '@touchline/kit/sum';
import { nameOfCompetition } from '../../features/trading/names.ts';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import type { Span } from './span.ts';

type DayRow = ReportDays['list'][number];

const dayOf = ({ day }: DayRow): string => day;
const betAmounts = [
  ['stakes', 'today.stakes'],
  ['refunds', 'report.refunds'],
  ['payouts', 'today.payouts'],
  ['ggr', 'today.ggr'],
] as const;
const otherAmounts = [
  ['promotions', 'report.promotions'],
  ['commission', 'report.commission'],
  ['ngr', 'today.ngr'],
  ['recharges', 'today.recharges'],
  ['withdrawals', 'today.withdrawals'],
  ['fees', 'report.fees'],
] as const;

/** Each day on which something was booked, the newest first, and their total. */
export const DayTable = ({ of }: { of: ReportDays }) => {
  const t = useT();
  const { money } = useFormats();
  const { longDay, percent, count } = useDayFormats();
  const amount = ([id, name]: (typeof betAmounts | typeof otherAmounts)[number]): Column<DayRow> => ({
    id,
    header: t(name),
    align: 'end',
    foot: money(of.total[id]),
    cell: (row) => money(row[id]),
  });
  const holdOf = ({ hold }: { hold?: string | undefined }): string =>
    hold === undefined ? '–' : percent(hold);
  const columns: Column<DayRow>[] = [
    { id: 'day', header: t('report.day'), cell: ({ day }) => longDay(day), foot: t('report.total') },
    {
      id: 'bets',
      header: t('report.bets'),
      align: 'end',
      foot: count(of.total.bets),
      cell: ({ bets }) => count(bets),
    },
    { id: 'members', header: t('report.members'), align: 'end', cell: ({ members }) => count(members) },
    ...betAmounts.map(amount),
    { id: 'hold', header: t('report.hold'), align: 'end', cell: holdOf, foot: holdOf(of.total) },
    ...otherAmounts.map(amount),
  ];
  return (
    <DataTable
      label={t('report.byDay')}
      columns={columns}
      keyOf={dayOf}
      error={null}
      rows={of.list.toSorted((a, b) => (a.day < b.day ? 1 : -1))}
      onRetry={() => undefined}
      empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
    />
  );
};

type CompetitionRow = ReportCompetitions['list'][number];

const idOf = ({ competition }: CompetitionRow): string => competition?.id ?? '';

/** Totals of bets by competition, the most stakes first. */
export const CompetitionTable = ({ span }: { span: Span }) => {
  const t = useT();
  const { money } = useFormats();
  const { percent, count } = useDayFormats();
  const { data, error, refetch } = useCall('officeReportCompetitions', span, { keep: true });
  const rows = data?.list ?? [];
  const columns: Column<CompetitionRow>[] = [
    {
      id: 'competition',
      header: t('column.competition'),
      foot: t('report.total'),
      cell: ({ competition }) => (competition ? nameOfCompetition(competition) : t('report.several')),
    },
    {
      id: 'bets',
      header: t('report.bets'),
      align: 'end',
      cell: ({ bets }) => count(bets),
      foot: count(rows.reduce((all, { bets }) => all + bets, 0)),
    },
    ...betAmounts.map(([id, name]): Column<CompetitionRow> => ({
      id,
      header: t(name),
      align: 'end',
      foot: money(sumOf(rows.map((row) => row[id]))),
      cell: (row) => money(row[id]),
    })),
    {
      id: 'hold',
      header: t('report.hold'),
      align: 'end',
      cell: ({ hold }) => (hold === undefined ? '–' : percent(hold)),
    },
  ];
  return (
    <DataTable
      label={t('report.byCompetition')}
      columns={columns}
      keyOf={idOf}
      rows={data?.list}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
    />
  );
};
