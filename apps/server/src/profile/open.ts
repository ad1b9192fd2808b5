import type { Book } from '../book/open.ts';
import type { Turnovers } from '../cashier/service.ts';
import type { Members } from '../members/service.ts';
import type { Inbox } from '../messages/service.ts';
import type { Play } from '../play/service.ts';
import type { Handler } from '../platform/handler.ts';
import type { Owner } from '../platform/owner.ts';
import type { Ground, Room } from '../platform/room.ts';
import type { Rewards } from '../rewards/service.ts';
import type { Team } from '../team/service.ts';
import type { Wallet } from '../wallet/service.ts';
import { memberHandlers } from './routes.ts';
import { createUserView, type MemberFacts } from './user.ts';

/** Opens what members see of themselves: their own record, as many rooms know it, and the home page. */
export const openProfile = (
  { currency, live, receipts }: Ground,
  {
    members,
    wallet,
    turnovers,
    play,
    rewards,
    team,
    messages,
    book,
  }: {
    members: Members;
    wallet: Wallet;
    turnovers: Turnovers;
    play: Play;
    rewards: Rewards;
    team: Team;
    messages: Inbox;
    book: Pick<Book, 'homeMatches' | 'records'>;
  },
) => {
  const factsOf = async (owner: Owner): Promise<MemberFacts> => {
    const [restriction, { level: vipLevel }, teamLevel, { leftMinor: turnoverLeftMinor }] = await Promise.all(
      [play.restrictionOf(owner), rewards.vip.termsOf(owner), team.level(owner), turnovers.of(owner)],
    );
    return { vipLevel, teamLevel, restriction, turnoverLeftMinor };
  };
  const userOf = createUserView({ members, wallet, currency, factsOf });

  const home: Handler<'home'> = async (_input, { member: { id: memberId, shard }, lan }) => {
    const [greeting, openBets, checkIn] = await Promise.all([
      messages.greet({ memberId, shard, lan }),
      book.records.countOpen({ memberId, shard }),
      rewards.checkIns.brief({ memberId, shard }),
    ]);
    return { ...greeting, openBets, checkIn, ...book.homeMatches() };
  };
  return {
    service: { factsOf },
    handlers: { ...memberHandlers({ members, userOf, live, receipts }), home },
  } satisfies Room;
};
