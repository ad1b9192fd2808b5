import type { PlayUse } from '@touchline/contract/shapes/office-views';
import { useDayFormats } from '../../api/day-formats.ts';
import { useT } from '../../shell/i18n.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Part } from './part.tsx';
import type { Span } from './span.ts';

type Row = { name: string; count: number };

const keyOf = ({ name }: Row): string => name;

/** How members use safer play. */
export const PlayTable = ({ of, span }: { of: PlayUse; span: Span }) => {
  const t = useT();
  const { count } = useDayFormats();
  const rows: Row[] = [
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
  const columns: Column<Row>[] = [
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
        keyOf={keyOf}
        rows={rows}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('report.empty'), hint: t('report.emptyHint') }}
      />
    </Part>
  );
};
