import { limits } from '@touchline/contract/limits';
import type { Output } from '@touchline/contract/routes';
import type { Handlers } from '../http/handler.ts';
import { isId } from '../platform/ids.ts';
import { Refused } from '../platform/refusal.ts';
import type { FlagRow, Team } from '../team/service.ts';
import type { Office } from './service.ts';
import { memberName, operatorName, type Names } from './wire.ts';

type OfficeTeamHandlers = Pick<
  Handlers,
  'officeTeamRules' | 'officeTeamRulesSave' | 'officeTeamFlagList' | 'officeTeamFlagDecide'
>;

const sliceOf = ({ page = 1, limit = limits.listLimitDefault }: { page?: number; limit?: number }) => ({
  asked: { page, limit },
  slice: { limit, offset: (page - 1) * limit },
});

export const flagToWire = (row: FlagRow, names: Names): Output<'officeTeamFlagDecide'> => ({
  ...{ id: row.id, member: memberName(names, row.member_id), leader: memberName(names, row.leader_id) },
  ...{ reason: row.reason, state: row.state, at: row.raised_at.toISOString() },
  ...(row.decided_by === null ? {} : { decidedBy: operatorName(names, row.decided_by) }),
  ...(row.decided_at === null ? {} : { decidedAt: row.decided_at.toISOString() }),
});

/** The calls of the office about teams, each change with its line of the audit log in the same transaction. */
export const officeTeamHandlers = ({
  team,
  office,
}: {
  team: Pick<Team, 'rules' | 'flags'>;
  office: Pick<Office, 'audit' | 'names'>;
}): OfficeTeamHandlers => {
  const namesOf = (rows: readonly FlagRow[]): Promise<Names> =>
    office.names({
      operators: rows.map((row) => row.decided_by),
      members: rows.flatMap((row) => [row.member_id, row.leader_id]),
    });
  return {
    officeTeamRules: async (input) => {
      const { asked, slice } = sliceOf(input);
      return { ...(await team.rules.list(slice)), ...asked };
    },
    officeTeamRulesSave: ({ levels }, { operator, address }) =>
      team.rules.publish(levels, operator.id, (client, rules) =>
        office.audit(client, {
          ...{ operator, address, action: 'team_rules_saved' },
          subject: { kind: 'team_rules', id: rules.version },
          detail: {
            countsFrom: rules.countsFrom ?? '',
            rates: rules.levels.map(({ level, rates }) => `${level}: ${rates.join(' / ')}`),
          },
        }),
      ),
    officeTeamFlagList: async ({ state, ...input }) => {
      const { asked, slice } = sliceOf(input);
      const { rows, total } = await team.flags.list(state, slice);
      const names = await namesOf(rows);
      return { list: rows.map((row) => flagToWire(row, names)), total, ...asked };
    },
    officeTeamFlagDecide: async ({ id, decision }, { operator, address }) => {
      if (!isId(id)) throw new Refused('not_found');
      const row = await team.flags.decide({ id, decision, operatorId: operator.id }, (client, flag) =>
        office.audit(client, {
          ...{ operator, address },
          action: decision === 'clear' ? 'team_flag_cleared' : 'team_flag_confirmed',
          subject: { kind: 'team_flag', id: flag.id },
          member: { id: flag.member_id, shard: flag.shard },
          detail: { leader: flag.leader_id, reason: flag.reason },
        }),
      );
      return flagToWire(row, await namesOf([row]));
    },
  };
};
