import { Type } from 'typebox';
import { operatorRoute } from '../route.ts';
import { Id, listOf, oneOf, pageFields, SignedAmount, Version } from '../shapes/common.ts';
import {
  CommissionBooks,
  CommissionRun,
  commissionShows,
  CommissionSource,
  CommissionStatement,
  OfficeTeam,
  OfficeTeamMember,
  OfficeTeamPlace,
  RewardOverview,
  RewardRules,
  RewardRulesChange,
  RewardVersion,
  ruleChangeStates,
  TeamFlag,
  TeamRulesChange,
} from '../shapes/office-growth.ts';
import { CsvPart, Day } from '../shapes/office-views.ts';
import { MemberName } from '../shapes/office.ts';
import { Commission, CommissionLine } from '../shapes/team.ts';
import { limits } from '../limits.ts';

const closed = { additionalProperties: false };
const teamReaders = ['owner', 'support', 'auditor'] as const;
const moneyReaders = ['owner', 'cashier', 'auditor'] as const;
const rewardReaders = ['owner', 'support', 'cashier', 'auditor'] as const;
const Generation = Type.Integer({ minimum: 1, maximum: limits.teamGenerations });

/** What an operator decides about proposed rules, of teams and of rewards alike. */
const RuleDecision = Type.Object(
  {
    id: Id,
    seen: Version,
    decision: oneOf(['apply', 'refuse', 'withdraw']),
    note: Type.Optional(Type.String({ maxLength: 300 })),
  },
  closed,
);

/** Teams, commission and their rules, as the office has them. */
export const officeGrowthRoutes = {
  officeTeamList: operatorRoute('officeTeamList', 'GET /api/office/teamList', {
    roles: teamReaders,
    summary: 'The biggest teams; with `q` the teams of the members it finds',
    input: Type.Object(
      { q: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })), ...pageFields },
      closed,
    ),
    output: listOf(OfficeTeam),
  }),
  officeTeamDetail: operatorRoute('officeTeamDetail', 'GET /api/office/teamDetail', {
    roles: teamReaders,
    summary: "A member's place in the tree, the generations below, and the way to each team level",
    input: Type.Object({ member: Id }, closed),
    output: OfficeTeamPlace,
    reasons: ['not_found'],
  }),
  officeTeamMembers: operatorRoute('officeTeamMembers', 'GET /api/office/teamMembers', {
    roles: teamReaders,
    summary: 'The members of one generation, newest first',
    input: Type.Object({ member: Id, generation: Generation, ...pageFields }, closed),
    output: listOf(OfficeTeamMember),
    reasons: ['not_found'],
  }),
  officeTeamRulesChanges: operatorRoute('officeTeamRulesChanges', 'GET /api/office/teamRulesChanges', {
    roles: ['support', 'cashier', 'auditor', 'owner'],
    summary: 'Proposals of team rules, newest first',
    input: Type.Object({ state: Type.Optional(oneOf([...ruleChangeStates])), ...pageFields }, closed),
    output: listOf(TeamRulesChange),
  }),
  officeTeamRulesDecide: operatorRoute('officeTeamRulesDecide', 'POST /api/office/teamRulesDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['owner', 'cashier'],
    summary: 'Let proposed team rules count, from the next day on at the earliest; refuse or withdraw them',
    input: RuleDecision,
    output: TeamRulesChange,
    reasons: ['not_found', 'same_operator', 'forbidden', 'decided_already', 'outdated'],
  }),
  officeCommissionRuns: operatorRoute('officeCommissionRuns', 'GET /api/office/commissionRuns', {
    roles: moneyReaders,
    summary: 'Closings of days, newest first, and all commission, compared with the ledger',
    input: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day), ...pageFields }, closed),
    output: Type.Object({ ...listOf(CommissionRun).properties, books: CommissionBooks }),
  }),
  officeCommissionList: operatorRoute('officeCommissionList', 'GET /api/office/commissionList', {
    roles: moneyReaders,
    summary: 'What a closing has for each leader, the largest first',
    input: Type.Object({ run: Day, show: Type.Optional(oneOf([...commissionShows])), ...pageFields }, closed),
    output: listOf(CommissionStatement),
    reasons: ['not_found'],
  }),
  officeCommissionDetail: operatorRoute('officeCommissionDetail', 'GET /api/office/commissionDetail', {
    roles: moneyReaders,
    summary: "A leader's day with the arithmetic of each line, as the leader has it",
    input: Type.Object({ member: Id, id: Id }, closed),
    output: Type.Object({
      leader: MemberName,
      commission: Commission,
      rulesVersion: Type.String(),
      teamLevel: Type.Integer(),
      restricted: Type.Boolean({ description: 'kept from play that day: no commission' }),
      lines: Type.Array(CommissionLine),
      total: SignedAmount,
      flags: Type.Array(TeamFlag, { description: 'of the team, those in force' }),
    }),
    reasons: ['not_found'],
  }),
  officeCommissionSources: operatorRoute('officeCommissionSources', 'GET /api/office/commissionSources', {
    roles: moneyReaders,
    summary: "What a leader's day came from, member by member, masked; never a bet",
    input: Type.Object({ member: Id, id: Id, generation: Generation, ...pageFields }, closed),
    output: listOf(CommissionSource),
    reasons: ['not_found'],
  }),
  officeCommissionExport: operatorRoute('officeCommissionExport', 'GET /api/office/commissionExport', {
    roles: moneyReaders,
    summary: `What a closing has for each leader as a CSV file, in parts of ${limits.csvRowsMax}`,
    input: Type.Object({ run: Day, after: Type.Optional(Type.String({ maxLength: 128 })) }, closed),
    output: CsvPart,
    reasons: ['not_found'],
  }),
  officeRewardOverview: operatorRoute('officeRewardOverview', 'GET /api/office/rewardOverview', {
    roles: rewardReaders,
    summary:
      'What check-ins and VIP levels give today, members by level, and what check-ins cost within some days',
    input: Type.Object({ from: Day, to: Day }, closed),
    output: RewardOverview,
  }),
  officeRewardRules: operatorRoute('officeRewardRules', 'GET /api/office/rewardRules', {
    roles: rewardReaders,
    summary: 'The versions of the reward rules, newest first; the last is that of the settings',
    input: Type.Object({ ...pageFields }, closed),
    output: listOf(RewardVersion),
  }),
  officeRewardRulesChanges: operatorRoute('officeRewardRulesChanges', 'GET /api/office/rewardRulesChanges', {
    roles: rewardReaders,
    summary: 'Proposals of reward rules, newest first',
    input: Type.Object({ state: Type.Optional(oneOf([...ruleChangeStates])), ...pageFields }, closed),
    output: listOf(RewardRulesChange),
  }),
  officeRewardRulesSave: operatorRoute('officeRewardRulesSave', 'POST /api/office/rewardRulesSave', {
    decides: true,
    roles: ['owner'],
    summary: 'Propose reward rules, made on the version that was seen; another operator approves them',
    input: Type.Object(
      {
        rules: RewardRules,
        seen: Type.String({
          pattern: '^(0|[1-9][0-9]{0,8})$',
          description: 'the newest version, as it was read',
        }),
        from: Type.Optional(Day),
        reason: Type.String({ minLength: 5, maxLength: 500 }),
      },
      closed,
    ),
    output: RewardRulesChange,
    reasons: ['outdated', 'reason_needed'],
  }),
  officeRewardRulesDecide: operatorRoute('officeRewardRulesDecide', 'POST /api/office/rewardRulesDecide', {
    decides: { unless: { decision: ['withdraw'] } },
    roles: ['owner', 'cashier'],
    summary: 'Let proposed reward rules count, from the next day on at the earliest; refuse or withdraw them',
    input: RuleDecision,
    output: RewardRulesChange,
    reasons: ['not_found', 'same_operator', 'forbidden', 'decided_already', 'outdated'],
  }),
};
