import type { TeamRulesChange } from '@touchline/contract/shapes/office-growth';
import type { TeamLevel } from '@touchline/contract/shapes/team';
import type { AuditAction } from '@touchline/contract/shapes/office';
import type { Handlers, Operator } from '../../core/handler.ts';
import type { Teams, TeamChange } from '../../growth/index.ts';
import type { Office } from '../service.ts';
import { operatorsOf, ruleChangeFacts, ruleChangeToWire } from './rule-change-wire.ts';
import { pageOf } from '../../core/pages.ts';

type TeamRulesHandlers = Pick<
  Handlers,
  'officeTeamRules' | 'officeTeamRulesSave' | 'officeTeamRulesDecide' | 'officeTeamRulesChanges'
>;

const actions = {
  apply: 'team_rules_applied',
  refuse: 'team_rules_refused',
  withdraw: 'team_rules_withdrawn',
} as const;

/** Levels as the log has them: "2: 5 people, 5 × 100.00, 50 bets → 9 / 3.5 / 1.25 %". */
const toFacts = (levels: readonly TeamLevel[]) => ({
  levels: levels.map(
    ({ level, conditions: { people, recharged, rechargeEach, sessions }, rates }) =>
      `${level}: ${people} people, ${recharged} × ${rechargeEach}, ${sessions} bets → ${rates.join(' / ')} %`,
  ),
});

/** The calls of the office about team rules: proposed by one operator, applied by another. */
export const officeTeamRulesHandlers = ({
  rules,
  office,
}: {
  rules: Teams['rules'];
  office: Office;
}): TeamRulesHandlers => {
  const toWire = async (changes: readonly TeamChange[]): Promise<TeamRulesChange[]> => {
    const names = await office.names({ operators: operatorsOf(changes), members: [] });
    return changes.map((change) => ({ ...ruleChangeToWire(change, names), levels: change.body.levels }));
  };
  const one = async (change: TeamChange): Promise<TeamRulesChange> => {
    const [shown] = await toWire([change]);
    if (shown === undefined) throw new Error('A proposal that is there and is not');
    return shown;
  };
  const noteOf =
    (action: AuditAction, { operator, address }: { operator: Operator; address: string }) =>
    (
      client: Parameters<Office['audit']>[0],
      change: TeamChange,
      before: readonly TeamLevel[],
    ): Promise<void> =>
      office.audit(client, {
        operator,
        address,
        action,
        subject: { kind: 'team_rules', id: change.id },
        detail: ruleChangeFacts(change),
        before: toFacts(before),
        after: toFacts(change.body.levels),
        reason: change.note ?? change.reason,
      });
  return {
    officeTeamRules: async (input) => {
      const { page, slice } = pageOf(input);
      return { ...(await rules.list(slice)), ...page };
    },
    officeTeamRulesChanges: async ({ state, ...input }) => {
      const { page, slice } = pageOf(input);
      const { rows, total } = await rules.changes({ state }, slice);
      return { list: await toWire(rows), total, ...page };
    },
    officeTeamRulesSave: async ({ levels, seen, from, reason }, by) =>
      one(
        await rules.propose(
          { levels, seen: Number(seen), from, reason },
          { operator: by.operator, note: noteOf('team_rules_proposed', by) },
        ),
      ),
    officeTeamRulesDecide: async ({ id, seen, decision, note }, by) => {
      return one(
        await rules.decide(
          { id, version: seen, decision, note },
          { operator: by.operator, note: noteOf(actions[decision], by) },
        ),
      );
    },
  };
};
