// What other modules may use of this one.
export { type RecordedGoal, shownMinute, type Side } from './football/goals.ts';
export {
  type KnownNames,
  type KnownCompetition,
  type KnownTeam,
  shippedCatalogue,
} from './football/known-names.ts';
export { leagueRecord } from './football/league-record.ts';
export { type Aliases, isQuestion, madeGroup, NameMapping, type Question } from './football/name-mapping.ts';
export {
  type KnownNations,
  nationalCompetition,
  nationalRatings,
  nationalRecord,
  RatedNations,
} from './football/national-record.ts';
export { type NationalTeams, shippedNations } from './football/national-teams.ts';
export { openFootball } from './football/open.ts';
export { parseTournament, type RecordedMatch } from './football/recorded-match.ts';
export { resultCounts } from './football/result-counts.ts';
export { shippedOnce } from './football/shipped-once.ts';
export { COMMAND_LINE, operatorActor, operatorIdOf } from './matches/actor.ts';
export {
  checkClaim,
  type ResultClaim,
  completed,
  ImpossibleResult,
  type ResultKind,
  resultKinds,
} from './matches/claim.ts';
export { asRefusal, type OperatorDecision, type DecisionLine } from './matches/deciding.ts';
export { type VoidProposalRow, selectProposals } from './matches/decision-queries.ts';
export { stillNeeded } from './matches/decisions.ts';
export type { Competition, EventMove, ReportedIncident, NamedTeam, NewEvent } from './matches/domain.ts';
export { expectedGoals } from './matches/expected-goals.ts';
export type { Fixture, ResultOnRecord } from './matches/fixtures.ts';
export type { RecordedClaim } from './matches/judge-claim.ts';
export { selectCompetitions, selectEventIds, selectIncidents } from './matches/list-queries.ts';
export { isDay } from './matches/list.ts';
export { SiteMatches } from './matches/matches.ts';
export { meant } from './matches/meant.ts';
export { byMarketOrder, eventHandlers, homeMatches, toWireIncident } from './matches/routes.ts';
export { selectRecord } from './matches/ruling-queries.ts';
export { RulingRefused } from './matches/rulings.ts';
export { Events } from './matches/service.ts';
export { type SettlementProgressRow, selectRun, selectSeen } from './matches/status-queries.ts';
export type { EarlyStart } from './matches/void-proposals.ts';
export type { CompetitionRow, KeptTeamRow } from './names/queries.ts';
export { named } from './names/service.ts';
