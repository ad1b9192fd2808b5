import { exclusions } from '@touchline/contract/shapes/play';
import { useMemo, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision } from '../../features/queue/decision.tsx';
import { useT } from '../../lib/i18n.ts';
import { useMay } from '../../lib/rights.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Note } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import type { MemberDetail } from './tabs.ts';
import styles from './members.module.css';

type Limit = MemberDetail['play']['limits'][number];
type Net = { period: 'day' | 'week' | 'month' | 'all' } & MemberDetail['play']['net']['day'];

const refresh = () => void again('officeMemberDetail');
const periods = ['day', 'week', 'month', 'all'] as const;

/** The member's limits, restriction, and what play has brought or cost; who looks after members can exclude. */
export const MemberPlay = ({ of: { member, play } }: { of: MemberDetail }) => {
  const t = useT();
  const may = useMay();
  const { when, money, currency } = useFormats();
  const { restriction, net } = play;
  const nets = useNetColumns();
  const limits = useLimitColumns();
  return (
    <div className={styles.narrow}>
      {restriction !== undefined && (
        <Note>
          {restriction.until === undefined
            ? t(`play.${restriction.kind}ForGood`)
            : t(`play.${restriction.kind}`, { until: when(restriction.until) })}
        </Note>
      )}
      <Section title={t('play.net', { currency })}>
        <DataTable
          label={t('play.net', { currency })}
          columns={nets}
          error={null}
          onRetry={refresh}
          rows={periods.map((period): Net => ({ period, ...net[period] }))}
          keyOf={({ period }) => period}
          empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
        />
        <p className={styles.soft}>{t('play.open', { amount: money(play.openStakes), currency })}</p>
      </Section>
      <Section title={t('play.limits')}>
        {play.limits.length === 0 && <p className={styles.soft}>{t('play.noLimits')}</p>}
        {play.limits.length > 0 && (
          <DataTable
            label={t('play.limits')}
            columns={limits}
            rows={play.limits}
            error={null}
            onRetry={refresh}
            keyOf={({ kind, period }) => `${kind} ${period}`}
            empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
          />
        )}
      </Section>
      {may('officePlayExclude') && <Exclude member={member.id} account={member.account} />}
    </div>
  );
};

const useNetColumns = (): Column<Net>[] => {
  const t = useT();
  const { money, signed } = useFormats();
  return useMemo(
    () => [
      { id: 'period', header: t('play.in'), cell: ({ period }) => t(`play.period.${period}`) },
      { id: 'stakes', header: t('play.stakes'), align: 'end', cell: ({ stakes }) => money(stakes) },
      { id: 'returns', header: t('play.returns'), align: 'end', cell: ({ returns }) => money(returns) },
      { id: 'net', header: t('play.netShort'), align: 'end', cell: ({ net }) => signed(net) },
    ],
    [t, money, signed],
  );
};

const useLimitColumns = (): Column<Limit>[] => {
  const t = useT();
  const { money, when, currency } = useFormats();
  return useMemo(
    () => [
      {
        id: 'kind',
        header: t('play.limits'),
        cell: ({ kind, period }) => t(`play.limit.${kind}`, { period: t(`play.period.${period}`) }),
      },
      {
        id: 'amount',
        header: t('column.amount', { currency }),
        align: 'end',
        cell: ({ amount }) => (amount === undefined ? '–' : money(amount)),
      },
      { id: 'used', header: t('play.usedShort'), align: 'end', cell: ({ used }) => money(used) },
      {
        id: 'left',
        header: t('play.left'),
        align: 'end',
        cell: ({ left }) => (left === undefined ? '–' : money(left)),
      },
      { id: 'resets', header: t('play.resets'), cell: ({ resetsAt }) => when(resetsAt) },
      {
        id: 'pending',
        header: t('play.pending'),
        cell: ({ pending }) =>
          pending === undefined
            ? '–'
            : t('play.pendingFrom', {
                amount: pending.amount === undefined ? t('play.noLimit') : money(pending.amount),
                when: when(pending.from),
              }),
      },
    ],
    [t, money, when, currency],
  );
};

const Exclude = ({ member, account }: { member: string; account: string }) => {
  const t = useT();
  const [length, setLength] = useState<(typeof exclusions)[number]>('6m');
  return (
    <Section title={t('play.exclude')}>
      <div className={styles.exclude}>
        <Choice
          label={t('play.length')}
          value={length}
          choices={exclusions}
          name={(each) => t(`play.lengths.${each}`)}
          onChange={(chosen) => chosen !== undefined && setLength(chosen)}
        />
        <Decision
          options={[
            {
              key: 'x',
              label: t('play.exclude'),
              harm: true,
              sentence: t('play.excludeSure', { member: account, length: t(`play.lengths.${length}`) }),
              asks: { note: t('decision.reason'), noteNeeded: true },
              run: async ({ note }) => note && call('officePlayExclude', { member, length, reason: note }),
            },
          ]}
          onDone={refresh}
          onRefused={refresh}
        />
      </div>
    </Section>
  );
};
