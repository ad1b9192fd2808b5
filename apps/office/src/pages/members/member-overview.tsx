import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Output } from '@touchline/contract/routes';
import type { OfficeMember } from '@touchline/contract/shapes/office';
import { bracketed } from '@touchline/locales/bracketed';
import { isLan, localeOf } from '@touchline/locales/locales';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { again } from '../../lib/query.ts';
import { useFormats } from '../../lib/site.ts';
import { Decision, type Option } from '../../features/queue/decision.tsx';
import { currentLan, useT } from '../../lib/i18n.ts';
import { usePageSearch } from '../../lib/search.ts';
import { useMay } from '../../lib/rights.ts';
import { Facts } from '../../ui/facts.tsx';
import { MemberLink } from '../../ui/member.tsx';
import { Note } from '../../ui/notices.tsx';
import { Section } from '../../ui/page.tsx';
import { tabSearchOf, type MemberDetail } from './tabs.ts';
import styles from './members.module.css';

/** Who the member is, what is known at a glance, and what can be done to the account. */
export const MemberOverview = ({ of }: { of: MemberDetail }) => {
  const t = useT();
  const { when, day } = useFormats();
  const { member, identity, language, team } = of;
  const [inviter] = team.leaders;
  return (
    <>
      {member.locked !== undefined && (
        <Note>{t('member.lockedSince', { when: when(member.locked.at), why: member.locked.why })}</Note>
      )}
      <div className={styles.columns}>
        <div className={styles.card}>
          <Section title={t('member.accountPart')}>
            <Facts
              of={[
                [t('member.id'), member.id],
                [t('member.registered'), day(member.registeredAt)],
                [t('shell.language'), isLan(language) ? localeOf(language).name : language],
                [t('member.agent'), member.agentCode],
                [t('member.invitedBy'), inviter && <MemberLink key="inviter" of={inviter} />],
                [t('member.identity'), t(`identity.${identity.state}`)],
                [t('decision.reason'), identity.reason && t(`refusal.${identity.reason}`)],
              ]}
            />
          </Section>
          <PersonalData of={member} />
        </div>
        <div className={styles.card}>
          <Short of={of} />
          <MemberLock of={of} />
        </div>
      </div>
    </>
  );
};

/** Team and play in a few words, and the ways on. */
const Short = ({ of: { member, team, play, notes } }: { of: MemberDetail }) => {
  const t = useT();
  const may = useMay();
  const search = usePageSearch();
  const { money, signed, currency } = useFormats();
  const [last] = notes;
  return (
    <Section title={t('member.short')}>
      <Facts
        of={[
          [t('member.people'), team.people],
          [t('unit.of', { name: t('member.teamRecharge'), unit: currency }), money(team.recharge)],
          [t('unit.of', { name: t('member.netMonth'), unit: currency }), signed(play.net.month.net)],
          [t('unit.of', { name: t('member.netAll'), unit: currency }), signed(play.net.all.net)],
          [t('play.limits'), play.limits.length],
          [t('member.lastNote'), last && last.text.slice(0, 120) + bracketed(last.by.account, currentLan())],
        ]}
      />
      <div className={styles.links}>
        <Link to="." search={tabSearchOf(search, 'play')}>
          {t('memberTab.play')}
        </Link>
        {may('officeTeamList') && (
          <Link to="/team" search={{ member: member.id, id: member.id }}>
            {t('place.team')}
          </Link>
        )}
        {may('officeAuditList') && (
          <Link to="/audit" search={{ member: member.id }}>
            {t('place.audit')}
          </Link>
        )}
        {may('officeLedgerEntries') && (
          <Link to="/ledger" search={{ tab: 'entries', member: member.id }}>
            {t('place.ledger')}
          </Link>
        )}
      </div>
    </Section>
  );
};

const refreshMember = () => void again('officeMemberDetail', 'officeMemberList');

/** Locks or unlocks the account, after a text about the consequences. */
const MemberLock = ({ of: { member, sessions } }: { of: MemberDetail }) => {
  const t = useT();
  const may = useMay();
  if (!may('officeMemberLock')) return null;
  const names = { member: member.account, count: sessions.length };
  const lock =
    (locked: boolean): Option['run'] =>
    async ({ note: why }) =>
      why && call('officeMemberLock', { member: member.id, version: member.version, locked, why });
  const asks = { note: t('decision.reason'), noteNeeded: true };
  const options: Option[] = [
    member.locked === undefined
      ? {
          key: 'x',
          label: t('member.lock'),
          sentence: t('member.lockSure', names),
          harm: true,
          asks,
          run: lock(true),
        }
      : {
          key: 'x',
          label: t('member.unlock'),
          sentence: t('member.unlockSure', names),
          asks,
          run: lock(false),
        },
  ];
  return (
    <Section title={t('member.lockPart')}>
      <Decision options={options} onDone={refreshMember} onRefused={refreshMember} />
    </Section>
  );
};

/**
 * Contacts and name, masked until the operator opens them for a reason. They are kept nowhere but in this place, and gone when
 * one leaves it or looks at another window.
 */
const PersonalData = ({ of }: { of: OfficeMember }) => {
  const t = useT();
  const may = useMay();
  const { dayName } = useFormats();
  const [opened, setOpened] = useState<Output<'officeMemberOpen'>>();
  useEffect(() => {
    if (opened === undefined) return undefined;
    const hide = (): void => {
      if (document.hidden) setOpened(undefined);
    };
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, [opened]);
  const mobile = opened?.mobile === undefined ? undefined : `+${opened.areaCode ?? ''} ${opened.mobile}`;
  return (
    <Section title={t('member.personal')}>
      <Facts
        of={[
          [t('member.realName'), (opened ?? of).realName ?? '–'],
          [t('member.email'), (opened ?? of).email ?? '–'],
          [t('member.mobile'), (opened === undefined ? of.mobile : mobile) ?? '–'],
          [t('member.birthDate'), opened === undefined ? '•••' : dayName(opened.birthDate)],
        ]}
      />
      {opened !== undefined && (
        <>
          <Note>{t('member.openedNote')}</Note>
          <div>
            <Button variant="default" onClick={() => setOpened(undefined)}>
              {t('member.hide')}
            </Button>
          </div>
        </>
      )}
      {opened === undefined && may('officeMemberOpen') && (
        <Decision
          options={[
            {
              key: 'o',
              label: t('member.open'),
              sentence: t('member.openHint'),
              quiet: true,
              asks: { note: t('decision.reason'), noteNeeded: true },
              run: async ({ note: why }) =>
                why && setOpened(await call('officeMemberOpen', { member: of.id, why })),
            },
          ]}
          onDone={() => undefined}
          onRefused={() => undefined}
        />
      )}
    </Section>
  );
};
