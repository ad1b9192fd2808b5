import { Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Unsaved } from '../../features/words/unsaved.tsx';
import { call } from '../../lib/call.ts';
import { again, useCall } from '../../lib/query.ts';
import { useMay } from '../../lib/rights.ts';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { choiceOf, usePageSearch } from '../../lib/search.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { BackLink, Page } from '../../ui/page.tsx';
import { Failure, Skeleton } from '../../ui/notices.tsx';
import { Figures } from '../../ui/figure.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Tag } from '../../ui/tag.tsx';
import { MemberBets } from './member-bets.tsx';
import { MemberMoney } from './member-money.tsx';
import { MemberOverview } from './member-overview.tsx';
import { MemberPlay } from './member-play.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { MemberTeam } from './member-team.tsx';
import { listSearchOf, type MemberTab, memberTabs, tabSearchOf, type MemberDetail } from './tabs.ts';
import styles from './members.module.css';

/** What operators have noted about the member, newest first; nothing written is changed. */
const MemberNotes = ({ of: { member, notes } }: { of: MemberDetail }) => {
  const t = useT();
  const may = useMay();
  const { when } = useFormats();
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () => call('officeMemberNoteAdd', { member: member.id, text }),
    onSuccess: async () => {
      setText('');
      await again('officeMemberDetail');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!add.isPending && text.trim() !== '') add.mutate();
  };
  return (
    <div className={styles.notes}>
      {may('officeMemberNoteAdd') && (
        <form className={styles.form} onSubmit={submit}>
          {add.isError && <Failure error={add.error} />}
          <Textarea
            className={styles.wide}
            label={t('member.noteNew')}
            description={t('member.noteHint')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            rows={3}
            maxLength={2_000}
            required
            withAsterisk={false}
          />
          <SubmitButton loading={add.isPending} barred={text.trim() === '' ? t('bar.text') : undefined}>
            {t('member.noteAdd')}
          </SubmitButton>
          <Unsaved isDirty={() => text.trim() !== ''} />
        </form>
      )}
      {notes.length === 0 && <p className={styles.soft}>{t('member.noNotes')}</p>}
      {notes.map((note) => (
        <article key={note.id} className={styles.note}>
          <p className={styles.noteText}>{note.text}</p>
          <span className={styles.soft}>
            {note.by.account} · {when(note.at)}
          </span>
        </article>
      ))}
    </div>
  );
};

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
