import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { MemberName, OfficeMember } from '@touchline/contract/shapes/office';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../lib/query.ts';
import { useMay } from '../lib/rights.ts';
import { useFormats } from '../lib/site.ts';
import { useT } from '../lib/i18n.ts';
import { Facts } from './facts.tsx';
import { Failure } from './notices.tsx';
import styles from './ui.module.css';

/** A member's name, for those who may the way to all of the member; also within a row that leads elsewhere. */
export const MemberLink = ({ of: { id, account } }: { of: MemberName }) => {
  const may = useMay();
  if (!may('officeMemberDetail')) return account;
  return (
    <Link to="/members" search={{ member: id }} className={styles.inner}>
      {account}
    </Link>
  );
};

/** Who the member is, as reviewers need to know. */
export const MemberFacts = ({ member }: { member: OfficeMember }) => {
  const t = useT();
  const { money, currency, day, when } = useFormats();
  const { mobile, email, realName, locked } = member;
  return (
    <Facts
      of={[
        [t('member.account'), <MemberLink key="account" of={member} />],
        [t('member.realName'), realName ?? t('member.unverified')],
        [t('member.mobile'), mobile],
        [t('member.email'), email],
        [t('member.registered'), day(member.registeredAt)],
        [t('member.balance'), `${money(member.balance)} ${currency}`],
        [t('member.locked'), locked === undefined ? undefined : when(locked.at)],
        [t('member.held'), `${money(member.held)} ${currency}`],
      ]}
    />
  );
};

/** Finds one member by account, e-mail, mobile number or id. */
export const MemberPicker = ({
  chosen,
  onChoose,
}: {
  chosen: OfficeMember | undefined;
  onChoose: (member: OfficeMember | undefined) => void;
}) => {
  const t = useT();
  const { money, currency } = useFormats();
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const found = useCall('officeMemberFind', { q }, { enabled: q !== '' && chosen === undefined, keep: true });
  if (chosen !== undefined) {
    return (
      <div className={styles.chosen}>
        <span>
          <strong>{chosen.account}</strong> {chosen.realName} · {money(chosen.balance)} {currency}
        </span>
        <Button variant="default" size="compact-xs" onClick={() => onChoose(undefined)}>
          {t('member.another')}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.picker}>
      <TextInput
        label={t('column.member')}
        placeholder={t('member.find')}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
      />
      {found.isError && <Failure error={found.error} onRetry={() => void found.refetch()} />}
      {q !== '' && found.data !== undefined && (
        <ul className={styles.found} aria-label={t('member.found')}>
          {found.data.list.length === 0 && <li className={styles.none}>{t('member.none')}</li>}
          {found.data.list.map((member) => (
            <li key={member.id}>
              <button type="button" className={styles.member} onClick={() => onChoose(member)}>
                <strong>{member.account}</strong> {member.realName}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
