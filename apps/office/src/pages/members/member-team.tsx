import { formatPercent } from '@touchline/locales/format';
import { useMemo } from 'react';
import { useFormats } from '../../lib/site.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member.tsx';
import { Section } from '../../ui/page.tsx';
import { Tag } from '../../ui/tag.tsx';
import type { MemberDetail } from './tabs.ts';
import styles from './members.module.css';

type Team = MemberDetail['team'];
type Level = Team['levels'][number];

const keyOf = ({ level }: Level): string => String(level);
const toneOf = { open: 'wait', cleared: 'good', confirmed: 'bad' } as const;

/** The leaders of the member, the team, and its flags. */
export const MemberTeam = ({ of: { team } }: { of: MemberDetail }) => {
  const t = useT();
  const { money, signed, currency } = useFormats();
  const columns = useMemo(
    (): Column<Level>[] => [
      { id: 'level', header: t('memberTeam.generation'), cell: ({ level }) => level },
      { id: 'people', header: t('member.people'), align: 'end', cell: ({ people }) => people },
      {
        id: 'recharge',
        header: t('unit.of', { name: t('member.teamRecharge'), unit: currency }),
        align: 'end',
        cell: ({ recharge }) => money(recharge),
      },
      {
        id: 'revenue',
        header: t('unit.of', { name: t('memberTeam.commission'), unit: currency }),
        align: 'end',
        cell: ({ revenue }) => signed(revenue),
      },
      {
        id: 'rate',
        header: t('memberTeam.rate'),
        align: 'end',
        cell: ({ rate }) => formatPercent(rate, { lan: currentLan() }),
      },
    ],
    [t, money, signed, currency],
  );
  return (
    <div className={styles.narrow}>
      <DataTable
        label={t('memberTab.team')}
        columns={columns}
        keyOf={keyOf}
        rows={team.levels}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('audit.empty'), hint: t('audit.emptyHint') }}
      />
      <div className={styles.columns}>
        <div className={styles.card}>
          <Place of={team} />
        </div>
        <div className={styles.card}>
          <Flags of={team} />
        </div>
      </div>
    </div>
  );
};

const Place = ({ of: { leaders, level, conditions } }: { of: Team }) => {
  const t = useT();
  return (
    <>
      <Section title={t('memberTeam.above')}>
        {leaders.length === 0 && <p className={styles.soft}>{t('memberTeam.nobodyAbove')}</p>}
        <Facts
          of={leaders.map((leader, at) => [
            t('memberTeam.leader', { generation: at + 1 }),
            <MemberLink key={leader.id} of={leader} />,
          ])}
        />
      </Section>
      <Section title={t('memberTeam.conditions', { level })}>
        <Facts
          of={conditions.map(({ condition, each, needed, have, met }) => [
            t(`memberTeam.condition.${condition}`, { each: each ?? '' }),
            <span key={condition}>
              {t('memberTeam.haveOf', { have, needed })} {met && <Tag tone="good">{t('memberTeam.met')}</Tag>}
            </span>,
          ])}
        />
      </Section>
    </>
  );
};

const Flags = ({ of: { flags } }: { of: Team }) => {
  const t = useT();
  const { when } = useFormats();
  return (
    <Section title={t('place.flags')}>
      {flags.length === 0 && <p className={styles.soft}>{t('memberTeam.noFlags')}</p>}
      {flags.map((flag) => (
        <Facts
          key={flag.id}
          of={[
            [
              t('column.state'),
              <Tag key="state" tone={toneOf[flag.state]}>
                {t(`flagState.${flag.state}`)}
              </Tag>,
            ],
            [t('decision.reason'), t(`flagReason.${flag.reason}`)],
            [t('flag.leader'), <MemberLink key="leader" of={flag.leader} />],
            [t('column.at'), when(flag.at)],
            [t('column.decidedBy'), flag.decidedBy?.account],
          ]}
        />
      ))}
    </Section>
  );
};
