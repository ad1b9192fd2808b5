import type { ReportDays } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../api/day-formats.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Part } from './part.tsx';
import type { Span } from './span.ts';
import { sumOf } from '@touchline/kit/sum';

type Row = { kind: string; amount: string; count?: number };

const keyOf = ({ kind }: Row): string => kind;
const kinds = ['grant', 'check_in', 'adjustment', 'commission'] as const;

/** Credits to members and leaders that need no stake: grants, check-ins, corrections, commission. */
export const Promotions = ({ of, span }: { of: ReportDays; span: Span }) => {
  const t = useT();
  const { money } = useFormats();
  const { count } = useDayFormats();
  const rows: Row[] = [...of.promotions, { kind: 'commission', amount: of.total.commission }];
  const nameOf = (kind: string): string => {
    const known = kinds.find((name) => name === kind);
    return known === undefined ? kind : t(`reportKind.${known}`);
  };
  const columns: Column<Row>[] = [
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
        keyOf={keyOf}
        rows={rows}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
      />
    </Part>
  );
};
