import type { ReportCompetitions } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { sumOf } from '@touchline/kit/sum';
import { nameOfCompetition } from '../../features/trading/names.ts';
import type { Span } from './span.ts';

type Row = ReportCompetitions['list'][number];

const keyOf = ({ competition }: Row): string => competition?.id ?? '';
const amounts = [
  ['stakes', 'today.stakes'],
  ['refunds', 'report.refunds'],
  ['payouts', 'today.payouts'],
  ['ggr', 'today.ggr'],
] as const;

/** Totals of bets by competition, the most stakes first. */
export const CompetitionTable = ({ span }: { span: Span }) => {
  const t = useT();
  const { money } = useFormats();
  const { percent, count } = useDayFormats();
  const { data, error, refetch } = useCall('officeReportCompetitions', span, { keep: true });
  const rows = data?.list ?? [];
  const columns: Column<Row>[] = [
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
    ...amounts.map(([id, name]): Column<Row> => ({
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
      keyOf={keyOf}
      rows={data?.list}
      error={error}
      onRetry={() => void refetch()}
      empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
    />
  );
};
