import type { Output } from '@touchline/contract/routes';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageNumber } from '../../lib/search.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useChannelName } from '../../features/words/channel-name.ts';
import { RechargeDetail } from './recharge-detail.tsx';
import { useRechargeWords } from './recharge-words.ts';

type Row = Output<'officeRechargeList'>['list'][number];

const limit = 50;
const ofRow = ({ recharge, member }: Row) => ({ member: member.id, id: recharge.id });
const keyOf = (row: Row): string => row.recharge.id;

const useColumns = (): Column<Row>[] => {
  const t = useT();
  const { money, ago, currency } = useFormats();
  const words = useRechargeWords();
  const channelName = useChannelName();
  return useMemo(
    () => [
      { id: 'member', header: t('column.member'), cell: ({ member }) => member.account },
      { id: 'channel', header: t('column.channel'), cell: ({ recharge }) => channelName(recharge.channel) },
      {
        id: 'amount',
        header: t('column.amount', { currency }),
        align: 'end',
        cell: ({ recharge }) => money(recharge.amount),
      },
      {
        id: 'paid',
        header: t('recharge.arrived'),
        align: 'end',
        wide: true,
        cell: ({ recharge }) =>
          recharge.payments.map((payment) => words.paid(recharge, payment)).join(' + ') || '–',
      },
      {
        id: 'why',
        header: t('recharge.why'),
        wide: true,
        cell: ({ recharge }) => <Why recharge={recharge} />,
      },
      {
        id: 'voucher',
        header: t('recharge.voucher'),
        wide: true,
        cell: ({ recharge }) => (recharge.voucher === undefined ? '–' : t('recharge.handedIn')),
      },
      {
        id: 'state',
        header: t('column.state'),
        wide: true,
        cell: ({ recharge }) => words.state(recharge),
      },
      { id: 'age', header: t('column.waiting'), cell: ({ recharge }) => ago(recharge.createdAt) },
    ],
    [t, money, ago, currency, words, channelName],
  );
};

/** Why a recharge waits for a person: what was unusual about its payment, or a voucher without any. */
const Why = ({ recharge }: { recharge: Row['recharge'] }) => {
  const t = useT();
  const unusual = recharge.payments.find(({ state }) => state === 'in_review')?.case ?? recharge.case;
  if (unusual !== undefined) return <Tag tone="wait">{t(`paymentCase.${unusual}`)}</Tag>;
  return recharge.payments.length === 0 ? <Tag tone="wait">{t('recharge.nothingCame')}</Tag> : '–';
};

/** Recharges that wait for a person, the longest waiting first. */
export const RechargesPage = () => {
  const t = useT();
  const columns = useColumns();
  const page = usePageNumber();
  const list = useCall('officeRechargeList', { page, limit }, { follow: true, keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  return (
    <Page title={t('place.recharges')}>
      <PagedList
        label={t('place.recharges')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('queue.empty'), hint: t('recharge.emptyHint') }}
        open={
          queue.open && {
            key: queue.open.id,
            title: t('recharge.title'),
            content: <RechargeDetail of={queue.open} onDone={queue.goOn} />,
            onClose: queue.close,
          }
        }
      />
    </Page>
  );
};
