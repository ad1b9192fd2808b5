import type { Likeness } from '@touchline/contract/shapes/office-growth';
import type { Handlers } from '../core/handler.ts';
import type { Members } from '../accounts/index.ts';
import type { Likenesses, LikenessRow, Play } from '../safer-play/index.ts';
import { isId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import type { Audit } from '../core/audit-log/audit.ts';
import { ownerOf } from '../core/owner.ts';
import { pageOf } from '../core/pages.ts';
import type { Office } from './service.ts';
import { likenessToWire } from './incentives/flag-wire.ts';

type PlayModules = {
  play: Play;
  likenesses: Likenesses;
  members: Members;
  audit: Audit;
  namesOf: Office['names'];
};

const find = async (modules: PlayModules, id: string) => {
  const member = isId(id) ? (await modules.members.byIds([id])).get(id) : undefined;
  if (member === undefined) throw new Refused('not_found');
  return member;
};

const detail = async (modules: PlayModules, { id, shard, account }: Awaited<ReturnType<typeof find>>) => ({
  member: { id, account },
  play: await modules.play.info({ shard, memberId: id }),
});

const toWire = async (modules: PlayModules, rows: readonly LikenessRow[]): Promise<Likeness[]> => {
  const names = await modules.namesOf({
    operators: rows.map((row) => row.decided_by),
    members: rows.flatMap((row) => [row.member_id, row.excluded_id]),
  });
  return rows.map((row) => likenessToWire(row, names));
};

/** The calls of the office about safer play: a member's limits, exclusion, and accounts that are like excluded ones. */
export const officePlayHandlers = (
  modules: PlayModules,
): Pick<
  Handlers,
  'officePlayDetail' | 'officePlayExclude' | 'officeLikenessList' | 'officeLikenessDecide'
> => {
  const { play, likenesses, audit } = modules;

  return {
    officePlayDetail: async ({ member }) => detail(modules, await find(modules, member)),
    officePlayExclude: async ({ member: id, length, reason }, { operator, address }) => {
      const member = await find(modules, id);
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
      return detail(modules, member);
    },
    officeLikenessList: async ({ state, ...input }) => {
      const { page, slice } = pageOf(input);
      const { rows, total } = await likenesses.list(state, slice);
      return { list: await toWire(modules, rows), total, ...page };
    },
    officeLikenessDecide: async ({ id, version, decision }, { operator, address }) => {
      if (!isId(id)) throw new Refused('not_found');
      const given = { id, version, decision, operatorId: operator.id };
      const row = await likenesses.decide(given, (client, decided) =>
        audit(client, {
          operator,
          address,
          action: decision === 'clear' ? 'likeness_cleared' : 'likeness_confirmed',
          subject: { kind: 'likeness', id: decided.id },
          member: { id: decided.member_id, shard: decided.shard },
          detail: { excluded: decided.excluded_id, reason: decided.reason },
        }),
      );
      const [shown] = await toWire(modules, [row]);
      if (shown === undefined) throw new Error('A likeness that was decided is not shown');
      return shown;
    },
  };
};
