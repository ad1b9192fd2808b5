import type { Output } from '@touchline/contract/routes';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';

type Row = Output<'officeRailList'>['list'][number];

const keyOf = ({ rail }: Row): string => rail;

const useColumns = (): Column<Row>[] => {
  const t = useT();
  const { money, currency } = useFormats();
  return useMemo(
    () => [
      { id: 'rail', header: t('rail.rail'), cell: ({ rail }) => rail },
      {
        id: 'credited',
        header: t('rail.credited', { currency }),
        align: 'end',
        cell: ({ credited }) => money(credited),
      },
      {
        id: 'paidOut',
        header: t('rail.paidOut', { currency }),
        align: 'end',
        cell: ({ paidOut }) => money(paidOut),
      },
      {
        id: 'ledger',
        header: t('rail.ledger', { currency }),
        align: 'end',
        cell: ({ ledger }) => money(ledger),
      },
      { id: 'agrees', header: t('rail.books'), cell: ({ agrees }) => <Agrees is={agrees} /> },
      {
        id: 'final',
        header: t('rail.final'),
        align: 'end',
        cell: ({ chain }) => (chain === undefined ? '–' : money(chain.final)),
      },
      {
        id: 'heard',
        header: t('rail.heard'),
        align: 'end',
        cell: ({ chain }) => (chain === undefined ? '–' : money(chain.heard)),
      },
      {
        id: 'undelivered',
        header: t('rail.undelivered'),
        align: 'end',
        cell: ({ chain }) => chain?.undelivered ?? '–',
      },
      {
        id: 'chain',
        header: t('rail.chain'),
        cell: ({ chain }) => (chain === undefined ? '–' : <Agrees is={chain.agrees} />),
      },
    ],
    [t, money, currency],
  );
};

const Agrees = ({ is }: { is: boolean }) => {
  const t = useT();
  return <Tag tone={is ? 'good' : 'bad'}>{is ? t('rail.agrees') : t('rail.differs')}</Tag>;
};

/** Each rail compared with ledger and chain. */
export const RailsPage = () => {
  const t = useT();
  const columns = useColumns();
  const { data, error, refetch } = useCall('officeRailList', {}, { follow: true });
  return (
    <Page title={t('place.rails')}>
      <DataTable
        label={t('place.rails')}
        columns={columns}
        keyOf={keyOf}
        rows={data?.list}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('rail.empty'), hint: t('rail.emptyHint') }}
      />
    </Page>
  );
};
