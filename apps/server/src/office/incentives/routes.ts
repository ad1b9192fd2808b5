import type { Handlers } from '../../core/handler.ts';
import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import type { Teams } from '../../growth/index.ts';
import { officeCommissionHandlers, type CommissionModules } from './commission-routes.ts';
import { flagToWire, namedByFlags } from './flag-wire.ts';
import { officeTeamRulesHandlers } from './team-rules-routes.ts';
import { officeTeamDeskHandlers, type TeamDeskModules } from './team-routes.ts';
import type { Office } from '../service.ts';
import { pageOf } from '../../core/pages.ts';

type FlagHandlers = Pick<Handlers, 'officeTeamFlagList' | 'officeTeamFlagDecide'>;

type Modules = Omit<TeamDeskModules & CommissionModules, 'desk' | 'office'> & {
  team: Teams;
  office: Office;
};

/** The calls of the office about teams, each change with its line of the audit log in the same transaction. */
export const officeTeamHandlers = ({ team, office, ...modules }: Modules) => ({
  ...officeTeamRulesHandlers({ rules: team.rules, office }),
  ...officeTeamDeskHandlers({ ...modules, office, desk: team.desk }),
  ...officeCommissionHandlers({ ...modules, office, desk: team.desk }),
  ...flagHandlers(team.flags, office),
});

const flagHandlers = (flags: Teams['flags'], office: Office): FlagHandlers => ({
  officeTeamFlagList: async ({ state, ...input }) => {
    const { page, slice } = pageOf(input);
    const { rows, total } = await flags.list(state, slice);
    const names = await office.names(namedByFlags(rows));
    return { list: rows.map((row) => flagToWire(row, names)), total, ...page };
  },
  officeTeamFlagDecide: async ({ id, version, decision }, { operator, address }) => {
    if (!isId(id)) throw new Refused('not_found');
    const row = await flags.decide({ id, version, decision, operatorId: operator.id }, (client, flag) =>
      office.audit(client, {
        operator,
        address,
        action: decision === 'clear' ? 'team_flag_cleared' : 'team_flag_confirmed',
        subject: { kind: 'team_flag', id: flag.id },
        member: { id: flag.member_id, shard: flag.shard },
        detail: { leader: flag.leader_id, reason: flag.reason },
      }),
    );
    return flagToWire(row, await office.names(namedByFlags([row])));
  },
});
