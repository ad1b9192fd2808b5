import type { Withdrawal } from '@touchline/contract/shapes/cashier';
import type { OfficeWithdrawal } from '@touchline/contract/shapes/office';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { Approvals } from './approvals.tsx';
import { WithdrawalDetail } from './withdrawal-detail.tsx';
import { PayoutHold } from './payout-hold.tsx';

const networks = { 'usdt-trc20': 'USDT TRC-20', 'usdt-erc20': 'USDT ERC-20' };

/** Where a withdrawal goes, on one line: its kind and the end of the account or address. */
export const destinationOf = ({ type, bankName, account, address }: Withdrawal['wallet']): string => {
  const number = account ?? address ?? '';
  const end = number.length > 8 ? `…${number.slice(-6)}` : number;
  return [type === 'bank' ? bankName : networks[type], end].filter(Boolean).join(' ');
};

const limit = 50;
const queues = ['in_review', 'paying', 'paid', 'ended'] as const;
const ofRow = ({ withdrawal, member }: OfficeWithdrawal) => ({ member: member.id, id: withdrawal.id });
const keyOf = (row: OfficeWithdrawal): string => row.withdrawal.id;

const useColumns = (): Column<OfficeWithdrawal>[] => {
  const t = useT();
  const { money, ago, currency } = useFormats();
  return useMemo(
    () => [
      { id: 'member', header: t('column.member'), cell: ({ member }) => member.account },
      {
        id: 'amount',
        header: t('column.amount', { currency }),
        align: 'end',
        cell: ({ withdrawal }) => money(withdrawal.amount),
      },
      {
        id: 'receive',
        header: t('withdrawal.receive'),
        align: 'end',
        wide: true,
        cell: ({ withdrawal }) => money(withdrawal.receive),
      },
      { id: 'approvals', header: t('withdrawal.approvals'), cell: (row) => <Approvals of={row} isShort /> },
      {
        id: 'to',
        header: t('withdrawal.to'),
        wide: true,
        cell: ({ withdrawal }) => destinationOf(withdrawal.wallet),
      },
      {
        id: 'state',
        header: t('column.state'),
        wide: true,
        cell: ({ withdrawal }) => t(`withdrawalState.${withdrawal.stage ?? withdrawal.state}`),
      },
      { id: 'age', header: t('column.waiting'), cell: ({ withdrawal }) => ago(withdrawal.requestedAt) },
    ],
    [t, money, ago, currency],
  );
};

/** Withdrawals by where they are, the oldest first. */
export const WithdrawalsPage = () => {
  const t = useT();
  const columns = useColumns();
  const page = usePageNumber();
  const queueName = choiceOf(usePageSearch().queue, queues) ?? 'in_review';
  const list = useCall('officeWithdrawList', { queue: queueName, page, limit }, { follow: true, keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  return (
    <Page
      title={t('place.withdrawals')}
      filters={
        <Choice
          label={t('column.state')}
          value={queueName}
          choices={queues}
          name={(each) => t(`withdrawalQueue.${each}`)}
          onChange={(chosen) => queue.filter({ queue: chosen === 'in_review' ? '' : (chosen ?? '') })}
        />
      }
    >
      <PayoutHold />
      <PagedList
        label={t('place.withdrawals')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('queue.empty'), hint: t('withdrawal.emptyHint') }}
        open={
          queue.open && {
            key: queue.open.id,
            title: t('withdrawal.title'),
            content: <WithdrawalDetail of={queue.open} onDone={queue.goOn} />,
            onClose: queue.close,
          }
        }
      />
    </Page>
  );
};
