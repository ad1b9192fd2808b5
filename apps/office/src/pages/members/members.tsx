import { usePageSearch } from '../../shell/use-page-search.ts';
import { MemberList } from './member-list.tsx';
import { MemberView } from './member-view.tsx';

/** The members, or all of one of them, whose id stands in the address. */
export const MembersPage = () => {
  const { member = '' } = usePageSearch();
  return member === '' ? <MemberList /> : <MemberView key={member} member={member} />;
};
