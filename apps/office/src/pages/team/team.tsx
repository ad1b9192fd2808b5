import { Button, TextInput } from '@mantine/core';
import type { OfficeTeam } from '@touchline/contract/shapes/office-growth';
import { formatCount } from '@touchline/locales/format';
import { useMemo, useState } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Split } from '../../features/queue/paged-list.tsx';
import { useQueue } from '../../features/queue/use-queue.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { usePageNumber, usePageSearch } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Page } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import { generations } from './levels-table.tsx';
import { TeamPlace } from './team-place.tsx';
import { TeamRulesView } from './team-rules.tsx';

const limit = 50;
const keyOf = ({ member }: OfficeTeam): string => member.id;
const ofRow = ({ member }: OfficeTeam) => ({ member: member.id, id: member.id });

const useColumns = (): Column<OfficeTeam>[] => {
  const t = useT();
  const { signed, currency } = useFormats();
  return useMemo(() => {
    const count = (value: number): string => formatCount(value, { lan: currentLan() });
    return [
      { id: 'member', header: t('team.leader'), cell: ({ member }) => member.account },
      { id: 'people', header: t('team.people'), align: 'end', cell: ({ people }) => count(people) },
      ...generations.map((generation): Column<OfficeTeam> => ({
        id: `g${generation}`,
        header: t('team.generation', { generation }),
        align: 'end',
        wide: true,
        cell: ({ generations }) => count(generations[generation - 1] ?? 0),
      })),
      { id: 'level', header: t('team.level'), align: 'end', cell: ({ level }) => level },
      {
        id: 'recent',
        header: t('team.recent', { currency }),
        align: 'end',
        cell: ({ recent }) => signed(recent),
      },
      {
        id: 'flags',
        header: t('team.flags'),
        cell: ({ flags }) => (flags === 0 ? '–' : <Tag tone="wait">{count(flags)}</Tag>),
      },
    ];
  }, [t, signed, currency]);
};

/** Teams by size, a member's place in the tree, and the rules of team levels. */
export const TeamPage = () => {
  const may = useMay();
  const search = usePageSearch();
  // Cashiers decide on rules and have no business in teams.
  return search['view'] === 'rules' || !may('officeTeamList') ? <TeamRulesView /> : <TeamsView />;
};

const TeamsView = () => {
  const t = useT();
  const columns = useColumns();
  const page = usePageNumber();
  const { q = '' } = usePageSearch();
  const [typed, setTyped] = useState(q);
  const list = useCall('officeTeamList', { page, limit, q: q === '' ? undefined : q }, { keep: true });
  const queue = useQueue(list.data?.list, ofRow);
  const showRules = (): void => queue.filter({ view: 'rules', q: '' });
  useShortcut('v', t('team.rules'), showRules);
  const open = queue.open?.id;
  return (
    <Page
      title={t('place.team')}
      filters={
        <TextInput
          aria-label={t('member.find')}
          placeholder={t('member.find')}
          data-search
          w="20rem"
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
      action={
        <Button variant="default" onClick={showRules}>
          {t('team.rules')}
        </Button>
      }
    >
      <Split
        isRoomy
        list={
          <>
            <DataTable
              label={t('place.team')}
              columns={columns}
              keyOf={keyOf}
              rows={list.data?.list}
              error={list.error}
              searchOf={queue.linkOf}
              openKey={open}
              onRetry={() => void list.refetch()}
              empty={{ title: t('team.empty'), hint: t('team.emptyHint') }}
              isNarrow={open !== undefined}
            />
            <Pager total={list.data?.total} limit={limit} />
          </>
        }
        open={
          open === undefined
            ? undefined
            : {
                key: open,
                title: t('team.title'),
                onClose: queue.close,
                content: <TeamPlace member={open} />,
              }
        }
      />
    </Page>
  );
};
