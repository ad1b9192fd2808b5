import { Button, TextInput } from '@mantine/core';
import type { LedgerEntry } from '@touchline/contract/shapes/office-views';
import { useNavigate } from '@tanstack/react-router';
import { sumOf } from '@touchline/kit/sum';
import { useMemo } from 'react';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useDays } from '../../lib/day-formats.ts';
import { Split } from '../../features/queue/paged-list.tsx';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import type { PageSearch } from '@touchline/kit/search';
import type { CallInput } from '@touchline/contract/routes';
import { useShortcut } from '../../lib/shortcuts.ts';
import { BelongsTo } from '../../ui/belongs-to.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member.tsx';
import { Section } from '../../ui/page.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { AccountChoice, accountText, entryKinds, kindText } from './account-names.tsx';
import { call } from '../../lib/call.ts';
import { CsvExport } from '../../ui/csv.tsx';
import styles from './ledger.module.css';

const limit = 50;
const keyOf = ({ id }: LedgerEntry): string => id;

/** @param isOneDay all entries are of the day in the heading */
const useColumns = (isOneDay: boolean): Column<LedgerEntry>[] => {
  const t = useT();
  const { signed, atSecond, clock, currency } = useFormats();
  return useMemo(
    () => [
      { id: 'at', header: t('column.at'), cell: ({ at }) => (isOneDay ? clock(at) : atSecond(at)) },
      { id: 'kind', header: t('ledger.kind'), cell: ({ kind }) => kindText(kind) },
      {
        id: 'account',
        header: t('ledger.account'),
        wide: true,
        cell: (row) => accountText(row.account),
      },
      { id: 'member', header: t('column.member'), cell: ({ member }) => member?.account ?? '–' },
      {
        id: 'amount',
        header: t('unit.of', { name: t('ledger.available'), unit: currency }),
        align: 'end',
        cell: ({ amount }) => signed(amount),
      },
      {
        id: 'held',
        header: t('unit.of', { name: t('ledger.held'), unit: currency }),
        align: 'end',
        wide: true,
        cell: ({ held }) => signed(held),
      },
      {
        id: 'house',
        header: t('unit.of', { name: t('ledger.house'), unit: currency }),
        align: 'end',
        wide: true,
        cell: ({ house }) => signed(house),
      },
      { id: 'key', header: t('ledger.key'), wide: true, cell: ({ key }) => key.slice(0, 40) },
    ],
    [t, signed, atSecond, clock, isOneDay, currency],
  );
};

/** What of the address picks entries. Without a day or a member those of today are meant. */
const useFilter = () => {
  const dayOf = useDays();
  const search = usePageSearch();
  const kind = choiceOf(search['kind'], entryKinds);
  const { account = '', member = '' } = search;
  const day = search['day'] ?? (member === '' ? dayOf(0) : '');
  return {
    account: account === '' ? undefined : account,
    kind,
    member: member === '' ? undefined : member,
    day: day === '' ? undefined : day,
  };
};

/** Entries by account, kind, day and member, the newest first, one of them open with all its sides. */
export const LedgerEntries = () => {
  const t = useT();
  const navigate = useNavigate();
  const { id, ...search } = usePageSearch();
  const filter = useFilter();
  const columns = useColumns(filter.day !== undefined);
  const after = search['after'] ?? '';
  const list = useCall(
    'officeLedgerEntries',
    { ...filter, limit, after: after === '' ? undefined : after },
    { keep: true, follow: after === '' },
  );
  const open = list.data?.list.find((entry) => entry.id === id);
  const next = list.data?.next;
  const { after: _, ...filters } = search;
  const go = (to: PageSearch, replace = true): void => void navigate({ to: '.', search: to, replace });
  const narrow = (change: PageSearch): void => go({ ...filters, ...change });
  const newest = after === '' ? undefined : () => go(filters, false);
  const older = next === undefined ? undefined : () => go({ ...search, after: next }, false);
  useShortcut('[', t('ledger.newest'), newest);
  useShortcut(']', t('ledger.older'), older);
  return (
    <>
      <div className={styles.filters}>
        <AccountChoice value={filter.account ?? ''} onChange={(account) => narrow({ account })} />
        <Choice
          label={t('ledger.kind')}
          value={filter.kind}
          choices={entryKinds}
          all={t('ledger.allKinds')}
          name={kindText}
          onChange={(kind) => narrow({ kind: kind ?? '' })}
        />
        <TextInput
          type="date"
          aria-label={t('ledger.day')}
          value={filter.day ?? ''}
          onChange={({ currentTarget }) => narrow({ day: currentTarget.value })}
        />
        <TextInput
          key={filter.member}
          aria-label={t('ledger.memberId')}
          placeholder={t('ledger.memberId')}
          data-search
          className={styles.member}
          maxLength={64}
          defaultValue={filter.member ?? ''}
          onBlur={({ currentTarget }) => {
            const member = currentTarget.value.trim();
            if (member !== (filter.member ?? '')) narrow({ member, day: '' });
          }}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
        <div className={styles.end}>
          <LedgerExport key={JSON.stringify(filter)} filter={filter} />
        </div>
      </div>
      <Split
        list={
          <>
            <DataTable
              label={t('ledgerTab.entries')}
              columns={columns}
              keyOf={keyOf}
              rows={list.data?.list}
              error={list.error}
              searchOf={(entry) => ({ ...search, id: entry.id })}
              openKey={open?.id}
              onRetry={() => void list.refetch()}
              empty={{ title: t('ledger.none'), hint: t('ledger.noneHint') }}
              isNarrow={open !== undefined}
            />
            <div className={styles.steps}>
              <Button variant="default" size="compact-xs" disabled={newest === undefined} onClick={newest}>
                {t('ledger.newest')}
              </Button>
              <Button variant="default" size="compact-xs" disabled={older === undefined} onClick={older}>
                {t('ledger.older')}
              </Button>
            </div>
          </>
        }
        open={
          open && {
            key: open.id,
            title: t('ledger.entry'),
            onClose: () => go(search),
            content: <EntryDetail of={open} />,
          }
        }
      />
    </>
  );
};

/** All entries of a filter as one CSV file, fetched part by part. */
const LedgerExport = ({ filter }: { filter: CallInput<'officeLedgerExport'> }) => {
  const t = useT();
  return (
    <CsvExport
      label={t('ledger.export')}
      part={(after, giveUp) => call('officeLedgerExport', { ...filter, after }, giveUp)}
    />
  );
};

type Side = { side: string; change: string; after?: string | undefined };

const sideKeyOf = ({ side }: Side): string => side;

/** One entry: what it changed on every side, and what it belongs to. */
const EntryDetail = ({ of: entry }: { of: LedgerEntry }) => {
  const t = useT();
  const { signed, money, atSecond, currency } = useFormats();
  const { member } = entry;
  const columns = useMemo(
    (): Column<Side>[] => [
      { id: 'side', header: t('ledger.account'), cell: ({ side }) => side },
      {
        id: 'change',
        header: t('unit.of', { name: t('ledger.change'), unit: currency }),
        align: 'end',
        cell: ({ change }) => signed(change),
      },
      {
        id: 'after',
        header: t('ledger.after'),
        align: 'end',
        cell: ({ after }) => (after === undefined ? '–' : money(after)),
      },
    ],
    [t, signed, money, currency],
  );
  const ofMember: Side[] = [
    { side: t('ledger.membersAvailable'), change: entry.amount, after: entry.balance },
    { side: t('ledger.membersHeld'), change: entry.held, after: entry.balanceHeld },
  ];
  const sides: Side[] = [
    ...(member === undefined ? [] : ofMember),
    { side: accountText(entry.account), change: entry.house },
  ];
  return (
    <>
      <Facts
        of={[
          [t('column.at'), atSecond(entry.at)],
          [t('ledger.kind'), kindText(entry.kind)],
          [t('column.member'), member && <MemberLink key="member" of={member} />],
          [
            t('ledger.belongs'),
            entry.ref && <BelongsTo key="ref" member={member?.id} kind={entry.kind} entry={entry.ref} />,
          ],
          [t('member.id'), entry.ref],
          [t('ledger.key'), entry.key],
        ]}
      />
      <Section title={t('ledger.sides')}>
        <DataTable
          label={t('ledger.sides')}
          columns={columns}
          keyOf={sideKeyOf}
          rows={sides}
          error={null}
          onRetry={() => undefined}
          empty={{ title: t('ledger.none'), hint: t('ledger.noneHint') }}
        />
        {member !== undefined && (
          <p className={styles.soft}>
            {t('ledger.sidesZero', { sum: money(sumOf(sides.map(({ change }) => change))) })}
          </p>
        )}
      </Section>
    </>
  );
};
