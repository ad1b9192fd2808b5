import type { Output } from '@touchline/contract/routes';
import type { PageSearch } from '@touchline/kit/search';

/** What is shown of a member, in all parts of the view. */
export type MemberDetail = Output<'officeMemberDetail'>;

/** The parts of a member's view in their order. */
export const memberTabs = ['overview', 'bets', 'money', 'team', 'play', 'notes', 'sessions'] as const;
export type MemberTab = (typeof memberTabs)[number];

/** What of the address belongs to the list one came from. */
export const listSearchOf = ({ q = '', locked = '', factor = '' }: PageSearch): PageSearch => ({
  q,
  locked,
  factor,
});

/** Another part of the same member: filters of the part before do not count there. */
export const tabSearchOf = (search: PageSearch, tab: MemberTab): PageSearch => ({
  ...listSearchOf(search),
  member: search['member'] ?? '',
  tab: tab === 'overview' ? '' : tab,
});
