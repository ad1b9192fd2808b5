import type { ReserveAddress, ReserveProposal } from '@touchline/contract/shapes/liabilities';
import { useMemo } from 'react';
import { Button } from '@mantine/core';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { NewButton, newKeyword, PagedList } from '../../features/queue/paged-list.tsx';
import {
  proposalOptions,
  ProposalState,
  useIsMine,
  useProposalColumns,
  useProposalFacts,
} from '../../features/queue/proposal.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageSearch } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { AddressForm, StatementForm } from './reserve-forms.tsx';
import { Code, LiabilityTabs } from './liability-parts.tsx';

const refresh = () => again('officeReserveList');

const useOptions = (of: ReserveProposal): Option[] => {
  const t = useT();
  const may = useMay();
  const { money, currency } = useFormats();
  const isMine = useIsMine(of);
  if (of.state !== 'proposed' || !may('officeReserveDecide')) return [];
  const figures = { name: of.name, amount: `${money(of.amount)} ${currency}`, day: of.day };
  return proposalOptions({
    isMine,
    barred: isMine ? t('correction.own') : undefined,
    apply: { label: t('correction.apply'), sentence: t('reserve.applySure', figures) },
    withdraw: { label: t('correction.withdraw'), sentence: t('reserve.withdrawSure', figures) },
    refuse: {
      label: t('correction.refuse'),
      sentence: t('reserve.refuseSure', figures),
      asks: { note: t('decision.note') },
    },
    decide: (decision, { note }) =>
      call('officeReserveDecide', { id: of.id, version: of.version, decision, note }),
  });
};

/** One balance at a bank or a provider, with what another operator decides about it. */
const StatementDetail = ({ of, onDone }: { of: ReserveProposal; onDone: () => void }) => {
  const t = useT();
  const { money, currency } = useFormats();
  const options = useOptions(of);
  const facts = useProposalFacts(of);
  return (
    <>
      <Decision
        options={options}
        onDone={() => {
          onDone();
          void refresh();
        }}
        onRefused={() => void refresh()}
      />
      <Facts
        of={[
          [t('column.state'), <ProposalState key="state" of={of} />],
          [t('reserve.amount'), `${money(of.amount)} ${currency}`],
          [t('reserve.day'), of.day],
          [t('reserve.file'), <Code key="file" text={of.fileHash} />],
          [t('decision.reason'), of.reason],
          ...facts,
        ]}
      />
    </>
  );
};

const limit = 20;
/** In the address instead of an id while the signature of an address is handed in. */
const addressKeyword = 'address';
const keyOf = ({ id }: { id: string }): string => id;
const ofRow = ({ id }: ReserveProposal) => ({ member: '-', id });

const Counts = ({ is }: { is: boolean }) => {
  const t = useT();
  return <Tag tone={is ? 'good' : 'plain'}>{t(is ? 'reserve.counts' : 'reserve.countsNot')}</Tag>;
};

const useAddressColumns = (): Column<ReserveAddress>[] => {
  const t = useT();
  return useMemo(
    () => [
      { id: 'network', header: t('reserve.network'), cell: ({ network }) => t(`payoutType.${network}`) },
      { id: 'address', header: t('reserve.address'), cell: ({ address }) => <Code text={address} /> },
      { id: 'day', header: t('reserve.signed'), cell: ({ day }) => day },
      { id: 'by', header: t('reserve.addedBy'), wide: true, cell: ({ addedBy }) => addedBy?.account ?? '–' },
      { id: 'counts', header: t('column.state'), cell: ({ counts }) => <Counts is={counts} /> },
    ],
    [t],
  );
};

const useStatementColumns = (): Column<ReserveProposal>[] => {
  const t = useT();
  const { money, currency } = useFormats();
  const { state, people } = useProposalColumns<ReserveProposal>(ProposalState);
  return useMemo(
    () => [
      { id: 'name', header: t('reserve.name'), cell: ({ name }) => name },
      {
        id: 'amount',
        header: t('unit.of', { name: t('reserve.amount'), unit: currency }),
        align: 'end',
        cell: ({ amount }) => money(amount),
      },
      { id: 'day', header: t('reserve.day'), cell: ({ day }) => day },
      state,
      { id: 'counts', header: t('reserve.counts'), wide: true, cell: ({ counts }) => <Counts is={counts} /> },
      ...people,
    ],
    [t, money, currency, state, people],
  );
};

/** What is counted as reserves: addresses whose keys the house has, and balances that two operators published. */
export const ReservesView = () => {
  const t = useT();
  const may = useMay();
  const addressColumns = useAddressColumns();
  const statementColumns = useStatementColumns();
  const { id } = usePageSearch();
  const found = useCall('officeReserveList', {}, { follow: true, keep: true });
  const statements = found.data?.statements;
  const queue = useQueue(statements, ofRow);
  const open = statements?.find((each) => each.id === id);
  const write = (what: string) => () => queue.filter({ member: '-', id: what });
  const writing =
    id === newKeyword && may('officeReserveAdd')
      ? { title: t('reserve.newBalance'), content: <StatementForm onDone={queue.close} /> }
      : id === addressKeyword && may('officeReserveAddressAdd')
        ? { title: t('reserve.newAddress'), content: <AddressForm onDone={queue.close} /> }
        : open && { title: open.name, content: <StatementDetail of={open} onDone={queue.goOn} /> };
  return (
    <Page
      title={t('place.liabilities')}
      filters={<LiabilityTabs />}
      action={
        may('officeReserveAdd') && (
          <>
            <Button variant="default" onClick={write(addressKeyword)}>
              {t('reserve.newAddress')}
            </Button>{' '}
            <NewButton label={t('reserve.newBalance')} onPress={write(newKeyword)} />
          </>
        )
      }
    >
      <Section title={t('reserve.addresses')}>
        <DataTable
          label={t('reserve.addresses')}
          columns={addressColumns}
          keyOf={keyOf}
          rows={found.data?.addresses}
          error={found.error}
          onRetry={() => void found.refetch()}
          empty={{ title: t('reserve.noAddresses'), hint: t('reserve.noAddressesHint') }}
        />
      </Section>
      <Section title={t('reserve.balances')}>
        <PagedList
          label={t('reserve.balances')}
          columns={statementColumns}
          keyOf={keyOf}
          list={{ ...found, data: statements && { list: statements, total: statements.length } }}
          limit={limit}
          searchOf={queue.linkOf}
          openKey={id}
          empty={{ title: t('reserve.noBalances'), hint: t('reserve.noBalancesHint') }}
          open={writing && { ...writing, key: id ?? '', onClose: queue.close }}
        />
      </Section>
    </Page>
  );
};
