import { TextInput } from '@mantine/core';
import type { OfficeMember } from '@touchline/contract/shapes/office';
import { useMemo, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useFormats } from '../../api/site.ts';
import { Split } from '../../queue/split.tsx';
import { useQueue } from '../../queue/use-queue.ts';
import { useT } from '../../shell/i18n.ts';
import { usePageSearch } from '../../shell/use-page-search.ts';
import { useMay } from '../../shell/use-rights.ts';
import { type Column, DataTable } from '../../table/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { MemberFacts } from '../../ui/member-facts.tsx';
import { Page } from '../../ui/page.tsx';
import { PlayDetail } from '../play/play-detail.tsx';

const keyOf = ({ id }: OfficeMember): string => id;
const ofRow = ({ id }: OfficeMember) => ({ member: id, id });

const useColumns = (): Column<OfficeMember>[] => {
  const t = useT();
  const { money, day, currency } = useFormats();
  return useMemo(
    () => [
      { id: 'account', header: t('member.account'), cell: ({ account }) => account },
      { id: 'name', header: t('member.realName'), cell: ({ realName }) => realName ?? '–' },
      { id: 'email', header: t('member.email'), wide: true, cell: ({ email }) => email ?? '–' },
      { id: 'mobile', header: t('member.mobile'), wide: true, cell: ({ mobile }) => mobile ?? '–' },
      {
        ...{ id: 'balance', header: `${t('member.balance')}, ${currency}`, align: 'end' },
        cell: ({ balance }) => money(balance),
      },
      {
        ...{ id: 'held', header: `${t('member.held')}, ${currency}`, align: 'end', wide: true },
        cell: ({ held }) => money(held),
      },
      {
        ...{ id: 'registered', header: t('member.registered'), wide: true },
        cell: ({ registeredAt }) => day(registeredAt),
      },
    ],
    [t, money, day, currency],
  );
};

/** Finds members by account, e-mail, mobile number or id. */
export const MembersPage = () => {
  const t = useT();
  const may = useMay();
  const columns = useColumns();
  const { q = '' } = usePageSearch();
  const [typed, setTyped] = useState(q);
  const found = useCall('officeMemberFind', { q }, { enabled: q !== '', keep: true });
  const queue = useQueue(found.data?.list, ofRow);
  const open = found.data?.list.find(({ id }) => id === queue.open?.id);
  return (
    <Page
      title={t('place.members')}
      filters={
        <TextInput
          aria-label={t('member.find')}
          placeholder={t('member.find')}
          data-search
          w="22rem"
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            queue.filter({ q: currentTarget.value.trim() });
          }}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
        />
      }
    >
      {q === '' ? (
        <Empty title={t('member.search')} hint={t('member.searchHint')} />
      ) : (
        <Split
          list={
            <DataTable
              {...{ label: t('place.members'), columns, keyOf, rows: found.data?.list, error: found.error }}
              searchOf={queue.linkOf}
              openKey={open?.id}
              onRetry={() => void found.refetch()}
              empty={{ title: t('member.none'), hint: t('member.searchHint') }}
              isNarrow={open !== undefined}
            />
          }
          open={
            open && {
              key: open.id,
              title: open.account,
              content: (
                <>
                  <MemberFacts member={open} />
                  {may('officePlayDetail') && <PlayDetail member={open.id} />}
                </>
              ),
              onClose: queue.close,
            }
          }
        />
      )}
    </Page>
  );
};
