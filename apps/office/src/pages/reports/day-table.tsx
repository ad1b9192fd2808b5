import type { ReportDays } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';

type Row = ReportDays['list'][number];

const keyOf = ({ day }: Row): string => day;
const before = [
  ['stakes', 'today.stakes'],
  ['refunds', 'report.refunds'],
  ['payouts', 'today.payouts'],
  ['ggr', 'today.ggr'],
] as const;
const after = [
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
  const amount = ([id, name]: (typeof before | typeof after)[number]): Column<Row> => ({
    id,
    header: t(name),
    align: 'end',
    foot: money(of.total[id]),
    cell: (row) => money(row[id]),
  });
  const holdOf = ({ hold }: { hold?: string | undefined }): string =>
    hold === undefined ? '–' : percent(hold);
  const columns: Column<Row>[] = [
    { id: 'day', header: t('report.day'), cell: ({ day }) => longDay(day), foot: t('report.total') },
    {
      id: 'bets',
      header: t('report.bets'),
      align: 'end',
      foot: count(of.total.bets),
      cell: ({ bets }) => count(bets),
    },
    { id: 'members', header: t('report.members'), align: 'end', cell: ({ members }) => count(members) },
    ...before.map(amount),
    { id: 'hold', header: t('report.hold'), align: 'end', cell: holdOf, foot: holdOf(of.total) },
    ...after.map(amount),
  ];
  return (
    <DataTable
      label={t('report.byDay')}
      columns={columns}
      keyOf={keyOf}
      error={null}
      rows={of.list.toSorted((a, b) => (a.day < b.day ? 1 : -1))}
      onRetry={() => undefined}
      empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
    />
  );
};
