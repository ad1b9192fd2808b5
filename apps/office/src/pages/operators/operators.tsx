import type { OperatorAccount } from '@touchline/contract/shapes/office';
import { type ReactNode, useMemo, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision } from '../../features/queue/decision.tsx';
import { NewButton, newKeyword, PagedList } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { useT } from '../../lib/i18n.ts';
import { useMay, useRoleNames } from '../../lib/rights.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import type { Column } from '../../ui/table/data-table.tsx';
import { Note } from '../../ui/notices.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { sessionStore } from '../../lib/session.ts';
import { useStore } from '../../lib/use-store.ts';
import { OperatorAccess } from './operator-access.tsx';
import { OperatorForm } from './operator-form.tsx';
import { ProposalList } from './proposal-list.tsx';

const limit = 50;
const keyOf = ({ id }: OperatorAccount): string => id;
const ofRow = ({ id }: OperatorAccount) => ({ member: '-', id });
const useColumns = (): Column<OperatorAccount>[] => {
  const t = useT();
  const { when } = useFormats();
  const roleNames = useRoleNames();
  return useMemo(
    () => [
      { id: 'account', header: t('signIn.account'), cell: ({ account }) => account },
      { id: 'roles', header: t('account.roles'), cell: ({ roles }) => roleNames(roles) },
      {
        id: 'state',
        header: t('column.state'),
        cell: ({ disabledAt, waitsUntil }) => {
          if (disabledAt !== undefined) return <Tag tone="plain">{t('operator.disabled')}</Tag>;
          if (waitsUntil === undefined) return <Tag tone="good">{t('operator.active')}</Tag>;
          return (
            <>
              <Tag tone="wait">{t('operator.waits')}</Tag>{' '}
              {t('operator.waitsUntil', { when: when(waitsUntil) })}
            </>
          );
        },
      },
      { id: 'since', header: t('account.since'), wide: true, cell: ({ createdAt }) => when(createdAt) },
      {
        id: 'by',
        header: t('operator.addedBy'),
        wide: true,
        cell: ({ createdBy }) => createdBy?.account ?? '–',
      },
    ],
    [t, when, roleNames],
  );
};

const tabs = ['operators', 'proposals'] as const;

/** The operators, and changes of them that need a second owner. */
export const OperatorsPage = () => {
  const t = useT();
  const tab = choiceOf(usePageSearch()['tab'], tabs) ?? 'operators';
  const waiting = useCall('officeOperatorProposals', { state: 'proposed', limit: 1 }, { follow: true });
  const parts = (
    <Tabs
      label={t('place.operators')}
      current={tab}
      tabs={tabs.map((name) => ({
        name,
        text: t(`operator.tab.${name}`),
        count: name === 'proposals' ? waiting.data?.total : undefined,
        waits: true,
      }))}
      searchOf={(name) => ({ tab: name })}
    />
  );
  return tab === 'proposals' ? <ProposalList parts={parts} /> : <OperatorList parts={parts} />;
};

/** The operators: their roles, and whether they may still sign in. */
const OperatorList = ({ parts }: { parts: ReactNode }) => {
  const t = useT();
  const may = useMay();
  const session = useStore(sessionStore);
  const columns = useColumns();
  const page = usePageNumber();
  const list = useCall('officeOperatorList', { page, limit }, { keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  const mayWrite = may('officeOperatorSave');
  const add = mayWrite ? () => queue.filter({ member: '-', id: newKeyword }) : undefined;
  const open = list.data?.list.find(({ id }) => id === queue.open?.id);
  const alone = list.data?.alone;
  const isAlone = alone?.state === 'alone';
  return (
    <Page title={t('place.operators')} action={add && <NewButton label={t('operator.add')} onPress={add} />}>
      {parts}
      {isAlone && <Note>{t('operator.alone')}</Note>}
      {alone?.state === 'lost' && <OwnerLost isMine={alone.owner.id === session?.id} />}
      <PagedList
        label={t('place.operators')}
        columns={columns}
        keyOf={keyOf}
        list={list}
        limit={limit}
        searchOf={mayWrite ? queue.linkOf : undefined}
        empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
        open={
          mayWrite && (open !== undefined || queue.open?.id === newKeyword)
            ? {
                key: queue.open?.id ?? newKeyword,
                title: open?.account ?? t('operator.add'),
                content: (
                  <>
                    <OperatorForm of={open} isAlone={isAlone} />
                    {open !== undefined && open.id !== session?.id && <OperatorAccess of={open} />}
                  </>
                ),
                onClose: queue.close,
              }
            : undefined
        }
      />
    </Page>
  );
};

const refreshOwners = () => void again('officeOperatorList', 'officeMe', 'officeToday');

/** One owner is left of several: how that one may decide alone, if there is no second to be restored. */
const OwnerLost = ({ isMine }: { isMine: boolean }) => {
  const t = useT();
  const [asked, setAsked] = useState(0);
  return (
    <Section title={t('owner.title')}>
      <Note>{t('owner.lost')}</Note>
      {isMine && (
        <Decision
          key={asked}
          options={[
            {
              key: 'u',
              label: t('owner.useCode'),
              quiet: true,
              sentence: t('owner.useCodeSure'),
              asks: { reference: t('owner.recoveryCode') },
              run: ({ reference: code }) => call('officeOwnerAlone', { code }),
            },
            {
              key: 'a',
              label: t('owner.ask'),
              harm: true,
              sentence: t('owner.askSure'),
              run: () => call('officeOwnerAlone', {}),
            },
          ]}
          onDone={() => {
            setAsked(asked + 1);
            refreshOwners();
          }}
          onRefused={refreshOwners}
        />
      )}
    </Section>
  );
};
