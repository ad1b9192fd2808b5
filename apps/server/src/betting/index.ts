// What other modules may use of this one.
export { type BetCorrection, type Corrections, createCorrections } from './bets/corrections.ts';
export type { Followed, MatchMoment } from './bets/followed.ts';
export { type OpenBets, readOpenBets } from './bets/open-bets.ts';
export type { Records } from './bets/service.ts';
export { settledStakes } from './bets/stakes.ts';
export { readAgain, readDay, recordedUpTo } from './bets/theoretical.ts';
export { createTurnoverSums } from './bets/turnover.ts';
export { isBuilder, storedParts } from './builder/stored-parts.ts';
export type { CashOutRules } from './cash-out/rules.ts';
export type { Desk } from './desk/service.ts';
export {
  type Beside,
  type Telling,
  toDetail,
  toListedStop,
  toOfficeEvent,
  toPreview,
  toRun,
  toStop,
  toVersion,
  whoOf,
} from './desk/wire.ts';
export type { Caps } from './exposure/caps.ts';
export { isPlayable } from './exposure/grants.ts';
export type { EventHeat } from './exposure/heat.ts';
export type { Exposure } from './exposure/service.ts';
export { verifyExposure } from './exposure/verify.ts';
export { bookFacts } from './log-facts.ts';
export { type Book, openBook } from './open.ts';
export type { LimitVerdict, MemberLimits } from './placing/member-limits.ts';
export { slipHashOf } from './placing/order.ts';
export type { CompetitionSum, Reports } from './report/service.ts';
export type { StakeReturns } from './returns/service.ts';
export type { Assumed } from './settlement/dry-run.ts';
export { gradesBy } from './settlement/grades-by.ts';
export { gradeEvent, type Quoted } from './settlement/grading.ts';
export { type MatchTotals, matchTotalsKind, remakeMatchTotals } from './settlement/match-totals.ts';
export { gradeColumns, gradesFrom, selectDecision } from './settlement/ruling-rows.ts';
export type { Settlement } from './settlement/service.ts';
export type { SettledNews, SettledNow, SettledShard } from './settlement/settled-news.ts';
export { verifyBets } from './verify.ts';
