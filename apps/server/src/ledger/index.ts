// What other modules may use of this one.
export { auditShard } from './auditor.ts';
export { betMovesText, endedBelow } from './bet-moves.ts';
export {
  type DaySpan,
  type DayTotal,
  isWritten,
  type MembersChange,
  oldestEntry,
  readChangeUntil,
  readDayTotals,
} from './day-totals.ts';
export type { DaySum } from './days.ts';
export { cursorPattern, type OfficeEntry } from './entry-pages.ts';
export {
  type AccountTotal,
  accountTotals,
  dayTotals,
  type OwedBalance,
  readBalances,
  walletCurrencies,
} from './liabilities.ts';
export { entryFacts, moveFacts, readStakes } from './log-facts.ts';
export type { LogEntry, StoryLine } from './log.ts';
export { openWallet } from './open.ts';
export { type OperationOutcome, type ResultRow, settleOutcomes } from './outcomes.ts';
export type { Credit } from './pay-many.ts';
export type { PlayEntry } from './play.ts';
export { decidedCte, knownCte, lockedCte, movedCtes, postingResult } from './posting-sql.ts';
export type { CounterAccount } from './posting.ts';
export type { Balance, Wallet } from './service.ts';
export type { Trial } from './trial.ts';
export { type DifferenceSink, type Verified, verifyLedger } from './verify.ts';
