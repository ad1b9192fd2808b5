import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { OfficeMember } from '@touchline/contract/shapes/office';
import type { PageSearch } from '@touchline/kit/search';
import { useDeferredValue, useMemo, useState } from 'react';
import { useT } from '../../lib/i18n.ts';
import { useCall } from '../../lib/query.ts';
import { choiceOf, usePageNumber, usePageSearch } from '../../lib/search.ts';
import { useFormats } from '../../lib/site.ts';
import { Choice } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MemberView } from './member-view.tsx';

const limit = 50;
const keyOf = ({ id }: OfficeMember): string => id;
/** What the list can be narrowed to. */
const only = ['locked', 'factor'] as const;
const names = { locked: 'member.lockedOnly', factor: 'member.factorOnly' } as const;

const useColumns = (): Column<OfficeMember>[] => {
  const t = useT();
  const { money, day, currency } = useFormats();
  return useMemo(
    () => [
      { id: 'account', header: t('member.account'), cell: ({ account }) => account },
      { id: 'name', header: t('member.realName'), cell: ({ realName }) => realName ?? '–' },
      {
        id: 'balance',
        header: t('unit.of', { name: t('member.balance'), unit: currency }),
        align: 'end',
        cell: ({ balance }) => money(balance),
      },
      {
        id: 'held',
        header: t('unit.of', { name: t('member.held'), unit: currency }),
        align: 'end',
        cell: ({ held }) => money(held),
      },
      {
        id: 'registered',
        header: t('member.registered'),
        wide: true,
        cell: ({ registeredAt }) => day(registeredAt),
      },
      { id: 'agent', header: t('member.agent'), cell: ({ agentCode }) => agentCode ?? '–' },
      {
        id: 'state',
        header: t('column.state'),
        cell: ({ locked }) => locked && <Tag tone="bad">{t('member.isLocked')}</Tag>,
      },
      { id: 'email', header: t('member.email'), wide: true, cell: ({ email }) => email ?? '–' },
      { id: 'mobile', header: t('member.mobile'), wide: true, cell: ({ mobile }) => mobile ?? '–' },
    ],
    [t, money, day, currency],
  );
};

/** The members, newest first, and those that are searched for; a row leads to all of a member. */
const MemberList = () => {
  const t = useT();
  const columns = useColumns();
  const navigate = useNavigate();
  const page = usePageNumber();
  const { page: _, ...filters } = usePageSearch();
  const [typed, setTyped] = useState(filters['q'] ?? '');
  const q = useDeferredValue((filters['q'] ?? '').trim());
  const agent = useDeferredValue((filters['agent'] ?? '').trim());
  const locked = choiceOf(filters['locked'], ['yes']);
  const factor = choiceOf(filters['factor'], ['waits']);
  const chosen = locked === undefined ? (factor === undefined ? undefined : 'factor') : 'locked';
  const list = useCall(
    'officeMemberList',
    {
      page,
      limit,
      q: q === '' ? undefined : q,
      agent: agent === '' ? undefined : agent,
      locked,
      factor,
    },
    { keep: true },
  );
  const filter = (change: PageSearch): void =>
    void navigate({ to: '.', search: { ...filters, ...change }, replace: true });
  return (
    <Page
      title={t('place.members')}
      filters={
        <>
          <TextInput
            aria-label={t('member.find')}
            placeholder={t('member.find')}
            data-search
            w="22rem"
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              filter({ q: currentTarget.value.trim() });
            }}
            maxLength={254}
            autoComplete="off"
            spellCheck={false}
          />
          <TextInput
            aria-label={t('member.agent')}
            placeholder={t('member.agent')}
            w="12rem"
            value={filters['agent'] ?? ''}
            onChange={({ currentTarget }) => filter({ agent: currentTarget.value })}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
          />
          <Choice
            label={t('column.state')}
            value={chosen}
            choices={only}
            all={t('member.allStates')}
            name={(each) => t(names[each])}
            onChange={(to) =>
              filter({ locked: to === 'locked' ? 'yes' : '', factor: to === 'factor' ? 'waits' : '' })
            }
          />
        </>
      }
    >
      <DataTable
        label={t('place.members')}
        columns={columns}
        keyOf={keyOf}
        rows={list.data?.list}
        error={list.error}
        searchOf={({ id }) => ({ ...filters, member: id })}
        onRetry={() => void list.refetch()}
        empty={{ title: t('member.none'), hint: t('member.searchHint') }}
      />
      <Pager total={list.data?.total} limit={limit} />
    </Page>
  );
};

/** The members, or one of them, whose id is in the address. */
export const MembersPage = () => {
  const { member = '' } = usePageSearch();
  return member === '' ? <MemberList /> : <MemberView key={member} member={member} />;
};
