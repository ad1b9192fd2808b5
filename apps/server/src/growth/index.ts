// What other modules may use of this one.
export { rewardFacts } from './rewards/log-facts.ts';
export { openRewards } from './rewards/open.ts';
export type { RewardChange, RewardRuleVersion } from './rewards/rules.ts';
export type { Rewards } from './rewards/service.ts';
export type { BooksRow, RunRow } from './teams/desk/runs.ts';
export type { SourceRow } from './teams/desk/service.ts';
export type { TeamSize } from './teams/desk/sizes.ts';
export { cursorOf, statementCursor, type StatementRow } from './teams/desk/statements.ts';
export { sharedDevices } from './teams/devices.ts';
export { formatTheoretical, maskAccount } from './teams/domain.ts';
export type { FlagRow } from './teams/flags.ts';
export { teamFacts } from './teams/log-facts.ts';
export { openTeam } from './teams/open.ts';
export type { TeamChange } from './teams/rules.ts';
export type { Teams } from './teams/service.ts';
export { teamChecks } from './teams/verify.ts';
