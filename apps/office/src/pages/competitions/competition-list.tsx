import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallInput } from '@touchline/contract/routes';
import type { OfficeCompetition } from '@touchline/contract/shapes/office-names';
import { useState, type ReactNode } from 'react';
import { useTyped } from '../../features/words/unsaved.tsx';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { NewButton, newKeyword, PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { usePageNumber } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { nameOfCompetition } from '../../features/trading/names.ts';
import { Page } from '../../ui/page.tsx';
import { Failure, Note, Skeleton } from '../../ui/notices.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CompetitionForm } from './competition-form.tsx';
import styles from './competitions.module.css';

const limit = 100;
const keyOf = ({ id }: OfficeCompetition): string => id;
const ofRow = ({ id }: OfficeCompetition) => ({ member: '-', id });
const someOf = (count: number): string => (count === 0 ? '–' : String(count));

const useColumns = (): Column<OfficeCompetition>[] => {
  const t = useT();
  const { money, currency } = useFormats();
  return [
    { id: 'name', header: t('margin.competition'), cell: nameOfCompetition },
    {
      id: 'state',
      header: t('column.state'),
      cell: ({ off }) => (
        <Tag tone={off === undefined ? 'good' : 'bad'}>
          {t(off === undefined ? 'competition.on' : 'competition.off')}
        </Tag>
      ),
    },
    {
      id: 'order',
      header: t('competition.order'),
      align: 'end',
      cell: ({ order }) => (order === undefined ? '–' : String(order)),
    },
    { id: 'live', header: t('competition.live'), align: 'end', cell: ({ live }) => someOf(live) },
    { id: 'toCome', header: t('competition.toCome'), align: 'end', cell: ({ toCome }) => someOf(toCome) },
    { id: 'over', header: t('competition.over'), align: 'end', wide: true, cell: ({ over }) => someOf(over) },
    {
      id: 'stakes',
      header: t('competition.stakes', { currency }),
      align: 'end',
      wide: true,
      cell: ({ stakes }) => money(stakes.singles),
    },
    { id: 'country', header: t('competition.country'), wide: true, cell: ({ country }) => country ?? '–' },
  ];
};

/** Every competition: those with matches to come or in play first, in the order of members' lists. */
export const CompetitionList = ({ parts }: { parts: ReactNode }) => {
  const t = useT();
  const columns = useColumns();
  const page = usePageNumber();
  const list = useCall('officeCompetitionList', { page, limit }, { keep: true, follow: true });
  const queue = useQueue(list.data?.list, ofRow);
  const mayWrite = useMay()('officeCompetitionSave');
  const add = mayWrite ? () => queue.filter({ member: '-', id: newKeyword }) : undefined;
  const isNew = mayWrite && queue.open?.id === newKeyword;
  const open = list.data?.list.find(({ id }) => id === queue.open?.id);
  const isComing = queue.open !== undefined && list.data === undefined;
  return (
    <Page
      title={t('place.competitions')}
      action={add && <NewButton label={t('competition.new')} onPress={add} />}
    >
      {parts}
      <PagedList
        label={t('place.competitions')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={queue.linkOf}
        empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
        open={
          open !== undefined || isNew || isComing
            ? {
                key: queue.open?.id ?? newKeyword,
                title: open === undefined ? t('competition.new') : nameOfCompetition(open),
                content: isComing ? (
                  <Skeleton lines={6} />
                ) : (
                  <CompetitionPanel of={open} onMade={(id) => queue.filter({ member: '-', id })} />
                ),
                onClose: queue.close,
              }
            : undefined
        }
      />
    </Page>
  );
};

/** One competition: what there is of it, and what an operator says of it. */
const CompetitionPanel = ({
  of,
  onMade,
}: {
  of: OfficeCompetition | undefined;
  onMade: (id: string) => void;
}) => {
  const t = useT();
  const mayWrite = useMay()('officeCompetitionSave');
  const typed = useTyped();
  const [saves, setSaves] = useState(0);
  const save = useMutation({
    mutationFn: (input: CallInput<'officeCompetitionSave'>) => call('officeCompetitionSave', input),
    onSuccess: ({ id }) => {
      typed.sent();
      setSaves(saves + 1);
      if (of === undefined) onMade(id);
    },
    // Done, or refused because it has changed: fetch the current values.
    onSettled: () => again('officeCompetitionList', 'officeEventList', 'officeEventDetail'),
  });
  return (
    <>
      {of !== undefined && <Head of={of} />}
      {save.isError && <Failure error={save.error} />}
      {save.isSuccess && <Note done>{t('competition.saved')}</Note>}
      {mayWrite && <CompetitionForm key={saves} of={of} save={save} typed={typed} />}
    </>
  );
};

const Head = ({ of }: { of: OfficeCompetition }) => {
  const t = useT();
  const may = useMay();
  const { when, money, currency } = useFormats();
  const { id, off, live, toCome, over, stakes, saved } = of;
  return (
    <>
      {off !== undefined && <Note>{t('competition.offSince', { when: when(off) })}</Note>}
      <Facts
        of={[
          [t('competition.live'), String(live)],
          [t('competition.toCome'), String(toCome)],
          [t('competition.over'), String(over)],
          [t('competition.stakes', { currency }), money(stakes.singles)],
          [t('margin.last'), saved && `${saved.by.name}, ${when(saved.at)}: ${saved.reason}`],
        ]}
      />
      {of.known && (
        <p className={styles.links}>
          {may('officeEventList') && (
            <Link to="/matches" search={{ competition: id }}>
              {t('competition.matches')}
            </Link>
          )}
          {may('officeOfferList') && (
            <Link to="/margins" search={{ member: 'competition', id }}>
              {t('competition.margins')}
            </Link>
          )}
        </p>
      )}
    </>
  );
};
