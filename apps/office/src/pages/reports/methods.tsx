import type { ReportDays } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../api/day-formats.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Part } from './part.tsx';
import type { Span } from './span.ts';
import { sumOf } from '@touchline/kit/sum';

type Row = ReportDays['methods'][number];

const keyOf = ({ rail }: Row): string => rail;

/** Money in and out by payment method. */
export const Methods = ({ of, span }: { of: readonly Row[]; span: Span }) => {
  const t = useT();
  const { money } = useFormats();
  const { count } = useDayFormats();
  const columns: Column<Row>[] = [
    { id: 'rail', header: t('report.method'), cell: ({ rail }) => rail, foot: t('report.total') },
    ...(['recharges', 'withdrawals'] as const).flatMap((way): Column<Row>[] => {
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
        keyOf={keyOf}
        rows={of}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
      />
    </Part>
  );
};
