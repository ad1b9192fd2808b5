import type { Output } from '@touchline/contract/routes';
import type { LiabilitySnapshot } from '@touchline/contract/shapes/liabilities';
import { useMemo, useState } from 'react';
import { call } from '../../api/call.ts';
import { again, useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { sumOf } from '@touchline/kit/sum';
import { Decision } from '../../queue/decision.tsx';
import { PagedList } from '../../queue/paged-list.tsx';
import { useQueue } from '../../queue/use-queue.ts';
import { useT } from '../../shell/i18n.ts';
import { usePageNumber } from '../../shell/use-page-search.ts';
import { useMay } from '../../shell/use-rights.ts';
import type { Column } from '../../table/data-table.tsx';
import { Note } from '../../ui/note.tsx';
import { Page } from '../../ui/page.tsx';
import { Coverage } from './coverage.tsx';
import { Differences } from './differences.tsx';
import { LiabilityTabs } from './liability-tabs.tsx';
import { reservesOf } from './reserves.ts';
import { SnapshotDetail } from './snapshot-detail.tsx';

const limit = 30;
const keyOf = ({ id }: LiabilitySnapshot): string => id;
const ofRow = ({ id }: LiabilitySnapshot) => ({ member: '-', id });

const useColumns = (): Column<LiabilitySnapshot>[] => {
  const t = useT();
  const { money, when, currency } = useFormats();
  return useMemo(() => {
    const amount = (name: string): string => t('unit.of', { name, unit: currency });
    return [
      { id: 'at', header: t('liability.at'), cell: ({ at }) => when(at) },
      {
        id: 'owed',
        header: amount(t('liability.owed')),
        align: 'end',
        cell: ({ owed }) => money(sumOf([owed.available, owed.held])),
      },
      {
        id: 'openBets',
        header: amount(t('liability.openBets')),
        align: 'end',
        wide: true,
        cell: ({ owed }) => money(owed.openBets),
      },
      {
        id: 'reserves',
        header: amount(t('liability.reserves')),
        align: 'end',
        cell: (snapshot) => money(reservesOf(snapshot, currency)),
      },
      {
        id: 'members',
        header: t('liability.members'),
        align: 'end',
        wide: true,
        cell: ({ members }) => money(String(members)),
      },
      {
        id: 'by',
        header: t('liability.by'),
        wide: true,
        cell: ({ madeBy }) => madeBy?.account ?? t('liability.daily'),
      },
    ];
  }, [t, money, when, currency]);
};

/** Publishes what the house owes now, once it was confirmed, and shows the result. */
const Make = () => {
  const t = useT();
  const [made, setMade] = useState<Output<'officeLiabilityMake'>>();
  return (
    <>
      <Decision
        options={[
          {
            key: 'p',
            label: t('liability.make'),
            quiet: true,
            sentence: t('liability.makeSure'),
            run: async () => setMade(await call('officeLiabilityMake', {})),
          },
        ]}
        onDone={() => void again('officeLiabilityList')}
        onRefused={() => setMade(undefined)}
      />
      {made !== undefined && 'made' in made && <Note done>{t('liability.made')}</Note>}
      {made !== undefined && 'refused' in made && (
        <Differences title={t('liability.refusedNow')} of={made.refused} />
      )}
    </>
  );
};

/** What was owed and what there was, as it was published. */
export const PublishedView = () => {
  const t = useT();
  const may = useMay();
  const { when } = useFormats();
  const columns = useColumns();
  const page = usePageNumber();
  const list = useCall('officeLiabilityList', { page, limit }, { keep: true, follow: true });
  const queue = useQueue(list.data?.list, ofRow);
  const open = list.data?.list.find(({ id }) => id === queue.open?.id);
  const newest = page === 1 ? list.data?.list[0] : undefined;
  return (
    <Page title={t('place.liabilities')} filters={<LiabilityTabs />}>
      {may('officeLiabilityMake') && <Make />}
      {list.data?.refused.map(({ at, differences }) => (
        <Differences key={at} title={t('liability.refused', { when: when(at) })} of={differences} />
      ))}
      {newest !== undefined && <Coverage of={newest} />}
      <PagedList
        label={t('liability.history')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('liability.none'), hint: t('liability.noneHint') }}
        open={
          open && {
            key: open.id,
            title: when(open.at),
            content: <SnapshotDetail of={open} />,
            onClose: queue.close,
          }
        }
      />
    </Page>
  );
};
