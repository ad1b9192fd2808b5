import type { OfficeMember } from '@touchline/contract/shapes/office';
import { useFormats } from '../lib/site.ts';
import { useT } from '../lib/i18n.ts';
import { Facts } from './facts.tsx';
import { MemberLink } from './member-link.tsx';

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
