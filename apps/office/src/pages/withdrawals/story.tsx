import { useFormats } from '../../api/site.ts';
import { sumOf } from '@touchline/kit/sum';
import { useT } from '../../shell/i18n.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Section } from '../../ui/page.tsx';
import type { Reviewed } from './withdrawal-detail.tsx';

type Line = Reviewed['story'][number];

const keyOf = ({ kind }: Line): string => kind;

/** Where the member's money came from and went, by kind: together it is what is in the wallet. */
export const Story = ({ of: { story } }: { of: Reviewed }) => {
  const t = useT();
  const { money, signed, currency } = useFormats();
  const columns: Column<Line>[] = [
    {
      id: 'kind',
      header: t('ledger.kind'),
      cell: ({ kind }) => t(`entryKind.${kind}`),
      foot: t('withdrawal.inWallet'),
    },
    { id: 'count', header: t('report.count'), align: 'end', cell: ({ count }) => String(count) },
    {
      id: 'amount',
      header: t('column.amount', { currency }),
      align: 'end',
      cell: ({ amount }) => signed(amount),
      foot: money(sumOf(story.map(({ amount }) => amount))),
    },
  ];
  return (
    <Section title={t('withdrawal.story')}>
      <DataTable
        label={t('withdrawal.story')}
        columns={columns}
        keyOf={keyOf}
        rows={story}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('ledger.none'), hint: t('ledger.noneHint') }}
      />
    </Section>
  );
};
