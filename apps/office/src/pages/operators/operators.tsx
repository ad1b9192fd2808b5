import { Button } from '@mantine/core';
import type { Operator } from '@touchline/contract/shapes/office';
import { useMemo } from 'react';
import { useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { Split } from '../../queue/split.tsx';
import { useQueue } from '../../queue/use-queue.ts';
import { useT } from '../../shell/i18n.ts';
import { useRoleNames } from '../../shell/role-names.ts';
import { useShortcut } from '../../shell/shortcuts.ts';
import { usePageNumber } from '../../shell/use-page-search.ts';
import { useMay } from '../../shell/use-rights.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { sessionStore } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { OperatorAccess } from './operator-access.tsx';
import { OperatorForm } from './operator-form.tsx';

const limit = 50;
const keyOf = ({ id }: Operator): string => id;
const ofRow = ({ id }: Operator) => ({ member: '-', id });
/** Stands in the address instead of an id while somebody is added. */
const newKeyword = 'new';

const useColumns = (): Column<Operator>[] => {
  const t = useT();
  const { when } = useFormats();
  const roleNames = useRoleNames();
  return useMemo(
    () => [
      { id: 'account', header: t('signIn.account'), cell: ({ account }) => account },
      { id: 'roles', header: t('account.roles'), cell: ({ roles }) => roleNames(roles) },
      {
        ...{ id: 'state', header: t('column.state') },
        cell: ({ disabledAt }) => (
          <Tag tone={disabledAt === undefined ? 'good' : 'plain'}>
            {disabledAt === undefined ? t('operator.active') : t('operator.disabled')}
          </Tag>
        ),
      },
      { id: 'since', header: t('account.since'), wide: true, cell: ({ createdAt }) => when(createdAt) },
      {
        ...{ id: 'by', header: t('operator.addedBy'), wide: true },
        cell: ({ createdBy }) => createdBy?.account ?? '–',
      },
    ],
    [t, when, roleNames],
  );
};

/** The operators: their roles, and whether they may still sign in. */
export const OperatorsPage = () => {
  const t = useT();
  const may = useMay();
  const session = useStore(sessionStore);
  const columns = useColumns();
  const page = usePageNumber();
  const list = useCall('officeOperatorList', { page, limit }, { keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  const mayWrite = may('officeOperatorSave');
  const add = mayWrite ? () => queue.filter({ member: '-', id: newKeyword }) : undefined;
  useShortcut('n', t('operator.add'), add);
  const open = list.data?.list.find(({ id }) => id === queue.open?.id);
  return (
    <Page
      title={t('place.operators')}
      action={
        add && (
          <Button variant="default" onClick={add}>
            {t('operator.add')}
          </Button>
        )
      }
    >
      <Split
        list={
          <>
            <DataTable
              {...{ label: t('place.operators'), columns, keyOf, rows: list.data?.list, error: list.error }}
              {...(mayWrite ? { searchOf: queue.linkOf } : {})}
              openKey={open?.id}
              onRetry={() => void list.refetch()}
              empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
              isNarrow={queue.open !== undefined}
            />
            <Pager total={list.data?.total} limit={limit} />
          </>
        }
        open={
          mayWrite && (open !== undefined || queue.open?.id === newKeyword)
            ? {
                key: queue.open?.id ?? newKeyword,
                title: open?.account ?? t('operator.add'),
                content: (
                  <>
                    <OperatorForm of={open} />
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
