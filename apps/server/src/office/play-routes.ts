import type { Handlers } from '../platform/handler.ts';
import type { Members } from '../members/service.ts';
import type { Play } from '../play/service.ts';
import { isId } from '../platform/ids.ts';
import { Refused } from '../platform/refusal.ts';
import type { Audit } from '../audit/audit.ts';
import { ownerOf } from '../platform/owner.ts';

/** The calls of the office about safer play: a member's limits, and exclusion. */
export const officePlayHandlers = ({
  play,
  members,
  audit,
}: {
  play: Pick<Play, 'info' | 'exclude'>;
  members: Pick<Members, 'byIds'>;
  audit: Audit;
}): Pick<Handlers, 'officePlayDetail' | 'officePlayExclude'> => {
  const find = async (id: string) => {
    const member = isId(id) ? (await members.byIds([id])).get(id) : undefined;
    if (member === undefined) throw new Refused('not_found');
    return member;
  };
  const detail = async ({ id, shard, account }: Awaited<ReturnType<typeof find>>) => ({
    member: { id, account },
    play: await play.info({ shard, memberId: id }),
  });

  return {
    officePlayDetail: async ({ member }) => detail(await find(member)),
    officePlayExclude: async ({ member: id, length, reason }, { operator, address }) => {
      const member = await find(id);
      await play.exclude(ownerOf(member), length, {
        within: (client) =>
          audit(client, {
            operator,
            action: 'member_excluded',
            address,
            subject: { kind: 'member', id: member.id },
            member: { id: member.id, shard: member.shard },
            detail: { length, reason },
          }),
      });
      return detail(member);
    },
  };
};
