import { TextInput } from '@mantine/core';
import { auditActions, type AuditLine } from '@touchline/contract/shapes/office';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { useT } from '../../shell/i18n.ts';
import { choiceOf, type PageSearch } from '../../shell/search.ts';
import { usePageNumber, usePageSearch } from '../../shell/use-page-search.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Pager } from '../../table/pager.tsx';
import { Choice } from '../../ui/choice.tsx';
import { MemberLink } from '../../ui/member-link.tsx';
import { Page } from '../../ui/page.tsx';
import { detailText } from './detail-text.ts';

const limit = 50;
const keyOf = ({ id }: AuditLine): string => id;

const useColumns = (): Column<AuditLine>[] => {
  const t = useT();
  const { when } = useFormats();
  return useMemo(
    () => [
      { id: 'at', header: t('column.at'), cell: ({ at }) => when(at) },
      { id: 'operator', header: t('audit.operator'), cell: ({ operator }) => operator?.account ?? '–' },
      { id: 'action', header: t('audit.action'), cell: ({ action }) => t(`auditAction.${action}`) },
      {
        id: 'member',
        header: t('column.member'),
        cell: ({ member }) => (member ? <MemberLink of={member} /> : '–'),
      },
      { id: 'detail', header: t('audit.detail'), cell: ({ detail }) => detailText(detail) || '–' },
      { id: 'subject', header: t('audit.subject'), cell: ({ subject }) => subject.id },
      { id: 'address', header: t('audit.address'), cell: ({ address }) => address || '–' },
    ],
    [t, when],
  );
};

/** What operators did, newest first, by action, days and ids. */
export const AuditPage = () => {
  const t = useT();
  const columns = useColumns();
  const navigate = useNavigate();
  const page = usePageNumber();
  const search = usePageSearch();
  const action = choiceOf(search.action, auditActions);
  const given = Object.fromEntries(
    (['operator', 'subject', 'member', 'from', 'to'] as const).flatMap((name) => {
      const value = search[name];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
  const list = useCall(
    'officeAuditList',
    { page, limit, ...given, ...(action === undefined ? {} : { action }) },
    { keep: true },
  );
  const filter = (change: PageSearch): void =>
    void navigate({ to: '.', search: { ...search, page: '', ...change }, replace: true });
  return (
    <Page
      title={t('place.audit')}
      filters={
        <>
          <Choice
            label={t('audit.action')}
            value={action}
            choices={auditActions}
            all={t('table.all')}
            name={(each) => t(`auditAction.${each}`)}
            onChange={(chosen) => filter({ action: chosen ?? '' })}
          />
          {(['from', 'to'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              aria-label={t(`audit.${name}`)}
              value={search[name] ?? ''}
              onChange={({ currentTarget }) => filter({ [name]: currentTarget.value })}
            />
          ))}
          <TextInput
            aria-label={t('audit.subjectFilter')}
            placeholder={t('audit.subjectFilter')}
            data-search
            maxLength={64}
            defaultValue={search['subject'] ?? ''}
            onBlur={({ currentTarget }) => filter({ subject: currentTarget.value.trim() })}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
          />
        </>
      }
    >
      <DataTable
        {...{ label: t('place.audit'), columns, keyOf, rows: list.data?.list, error: list.error }}
        onRetry={() => void list.refetch()}
        empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
      />
      <Pager total={list.data?.total} limit={limit} />
    </Page>
  );
};
