import type { LedgerEntry } from '@touchline/contract/shapes/office-views';
import { useMemo } from 'react';
import { sumOf } from '@touchline/kit/sum';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { BelongsTo } from '../../ui/belongs-to.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member.tsx';
import { Section } from '../../ui/page.tsx';
import { accountText, kindText } from './account-names.tsx';
import styles from './ledger.module.css';

type Side = { side: string; change: string; after?: string | undefined };

const keyOf = ({ side }: Side): string => side;

/** One entry: what it changed on every side, and what it belongs to. */
export const EntryDetail = ({ of: entry }: { of: LedgerEntry }) => {
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
          keyOf={keyOf}
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
