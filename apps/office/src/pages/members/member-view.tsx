import type { ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { BackLink, Page } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Figures } from '../../ui/figure.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MemberBets } from './member-bets.tsx';
import { MemberMoney } from './member-money.tsx';
import { MemberNotes } from './member-notes.tsx';
import { MemberOverview } from './member-overview.tsx';
import { MemberPlay } from './member-play.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { MemberTeam } from './member-team.tsx';
import { listSearchOf, type MemberTab, memberTabs, tabSearchOf, type MemberDetail } from './tabs.ts';
import styles from './members.module.css';

/** Everything about one member, part by part. */
export const MemberView = ({ member }: { member: string }) => {
  const t = useT();
  const navigate = useNavigate();
  const search = usePageSearch();
  const tab = choiceOf(search['tab'], memberTabs) ?? 'overview';
  const { data, error, refetch } = useCall('officeMemberDetail', { member }, { follow: true });
  const Part = parts[tab];
  const back = (): void => void navigate({ to: '.', search: listSearchOf(search) });
  // What is open within a part closes first.
  useShortcut('Escape', t('member.back'), search['id'] === undefined ? back : undefined);
  return (
    <Page
      title={data?.member.account ?? t('column.member')}
      filters={
        <>
          <BackLink search={listSearchOf(search)}>{t('member.back')}</BackLink>
          {data && <States of={data} />}
        </>
      }
    >
      {error !== null && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && (
        <>
          <Head of={data} />
          <Tabs
            label={t('member.parts')}
            tabs={memberTabs.map((name) => ({
              name,
              text: t(`memberTab.${name}`),
              count: name === 'notes' || name === 'sessions' ? data[name].length : undefined,
            }))}
            current={tab}
            searchOf={(name) => tabSearchOf(search, name)}
          />
          <div className={styles.part}>
            <Part of={data} />
          </div>
        </>
      )}
    </Page>
  );
};

const parts: Readonly<Record<MemberTab, (props: { of: MemberDetail }) => ReactNode>> = {
  overview: MemberOverview,
  bets: MemberBets,
  money: MemberMoney,
  team: MemberTeam,
  play: MemberPlay,
  notes: MemberNotes,
  sessions: MemberSessions,
};

/** States of a member that matter: locked, restricted, flagged. */
const States = ({ of: { member, play, team, identity, factors } }: { of: MemberDetail }) => {
  const t = useT();
  const flagged = team.flags.some(({ state }) => state !== 'cleared');
  return (
    <>
      {member.locked !== undefined && <Tag tone="bad">{t('member.isLocked')}</Tag>}
      {play.restriction !== undefined && (
        <Tag tone="wait">{t(`member.restriction.${play.restriction.kind}`)}</Tag>
      )}
      {factors.end !== undefined && <Tag tone="wait">{t('member.factorWaits')}</Tag>}
      {flagged && <Tag tone="wait">{t('member.flagged')}</Tag>}
      <Tag tone={identity.state === 'verified' ? 'good' : 'plain'}>{t(`identity.${identity.state}`)}</Tag>
    </>
  );
};

const Head = ({ of: { member, turnoverLeft, openBets, vipLevel, team } }: { of: MemberDetail }) => {
  const t = useT();
  const { money, currency } = useFormats();
  return (
    <Figures
      of={[
        { name: t('unit.of', { name: t('member.balance'), unit: currency }), value: money(member.balance) },
        { name: t('unit.of', { name: t('member.held'), unit: currency }), value: money(member.held) },
        {
          name: t('unit.of', { name: t('member.turnoverLeft'), unit: currency }),
          value: money(turnoverLeft),
        },
        { name: t('member.openBets'), value: openBets },
        { name: t('member.vipLevel'), value: vipLevel },
        { name: t('member.teamLevel'), value: team.level },
      ]}
    />
  );
};
