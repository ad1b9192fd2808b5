import { usePageSearch } from '../../lib/search.ts';
import { MemberList } from './member-list.tsx';
import { MemberView } from './member-view.tsx';

/** The members, or one of them, whose id is in the address. */
export const MembersPage = () => {
  const { member = '' } = usePageSearch();
  return member === '' ? <MemberList /> : <MemberView key={member} member={member} />;
};
