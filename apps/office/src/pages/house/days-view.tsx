import type { HouseDay } from '@touchline/contract/shapes/house';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageNumber } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import styles from './house.module.css';
import { MonthChoice, monthOf } from './month-choice.tsx';
import { countText, timesText } from './texts.ts';

const limit = 50;
const keyOf = ({ day }: HouseDay): string => day;
const ofRow = ({ day }: HouseDay) => ({ member: '-', id: day });
const refusedOf = ({ refused }: HouseDay): number => refused.reduce((all, { count }) => all + count, 0);

const useColumns = (): Column<HouseDay>[] => {
  const t = useT();
  const { dayName } = useFormats();
  return useMemo(
    () => [
      { id: 'day', header: t('house.day'), cell: ({ day }) => dayName(day) },
      { id: 'entries', header: t('house.postings'), align: 'end', cell: ({ entries }) => countText(entries) },
      {
        id: 'paid',
        header: t('house.paid'),
        align: 'end',
        cell: ({ withdrawals }) => countText(withdrawals.paid),
      },
      {
        id: 'withdrawals',
        header: t('house.withdrawals'),
        align: 'end',
        wide: true,
        cell: ({ withdrawals }) => timesText(withdrawals, withdrawals.paid),
      },
      { id: 'refused', header: t('house.refused'), align: 'end', cell: (row) => countText(refusedOf(row)) },
      {
        id: 'corrections',
        header: t('house.correctedBalances'),
        align: 'end',
        wide: true,
        cell: ({ corrections }) => countText(corrections),
      },
      {
        id: 'index',
        header: t('house.entry'),
        align: 'end',
        wide: true,
        cell: ({ index }) => (index === undefined ? t('house.notLogged') : countText(index)),
      },
    ],
    [t, dayName],
  );
};

/** The sealed sums of days, of the month of the address. */
export const DaysView = () => {
  const t = useT();
  const columns = useColumns();
  const { dayName } = useFormats();
  const page = usePageNumber();
  const queue = useQueue<HouseDay>(undefined, ofRow);
  const month = monthOf(queue.search['month']);
  const list = useCall('officeHouseDays', { page, limit, month }, { keep: true, follow: true });
  const open = list.data?.list.find(({ day }) => day === queue.open?.id);
  return (
    <>
      <div className={styles.filters}>
        <MonthChoice value={month} onChange={(next) => queue.filter({ month: next ?? '' })} />
      </div>
      <PagedList
        label={t('house.view.days')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('house.none'), hint: t('house.noDaysHint') }}
        open={
          open && {
            key: open.day,
            title: dayName(open.day),
            content: <DayDetail of={open} />,
            onClose: queue.close,
          }
        }
      />
    </>
  );
};

type Sum = HouseDay['sums'][number];

/** One day: the sums of its entries by kind and account, and what was refused. */
const DayDetail = ({ of }: { of: HouseDay }) => {
  const t = useT();
  const { signed } = useFormats();
  const columns: Column<Sum>[] = [
    { id: 'kind', header: t('ledger.kind'), cell: ({ kind }) => kind },
    { id: 'account', header: t('ledger.account'), cell: ({ account }) => account },
    { id: 'entries', header: t('ledger.entries'), align: 'end', cell: ({ entries }) => countText(entries) },
    {
      id: 'members',
      header: t('ledger.membersAvailable'),
      align: 'end',
      cell: ({ members }) => signed(members),
    },
    { id: 'held', header: t('ledger.membersHeld'), align: 'end', cell: ({ held }) => signed(held) },
    { id: 'house', header: t('ledger.house'), align: 'end', cell: ({ house }) => signed(house) },
  ];
  return (
    <>
      <Facts
        of={[
          [t('house.paid'), countText(of.withdrawals.paid)],
          [t('house.withdrawals'), timesText(of.withdrawals, of.withdrawals.paid)],
          [t('house.correctedBalances'), countText(of.corrections)],
          [t('house.entry'), of.index === undefined ? t('house.notLogged') : countText(of.index)],
          ...of.refused.map(({ reason, count }): [string, string] => [
            t(`house.refusal.${reason}`),
            countText(count),
          ]),
        ]}
      />
      <Section title={t('house.sums')}>
        <DataTable
          label={t('house.sums')}
          columns={columns}
          keyOf={({ kind, account }) => `${kind} ${account}`}
          rows={of.sums}
          error={null}
          onRetry={() => undefined}
          empty={{ title: t('house.none'), hint: t('house.noDaysHint') }}
        />
      </Section>
    </>
  );
};
