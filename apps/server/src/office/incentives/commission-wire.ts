import type {
  CommissionBooks,
  CommissionRun,
  CommissionSource,
  CommissionStatement,
} from '@touchline/contract/shapes/office-growth';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { CsvCell } from '@touchline/money/csv';
import {
  type BooksRow,
  formatTheoretical,
  maskAccount,
  type RunRow,
  type SourceRow,
  type StatementRow,
} from '../../growth/index.ts';
import { memberName, type AccountNames } from '../wire.ts';

export const runToWire = (row: RunRow, { scale }: Currency): CommissionRun => ({
  day: row.day,
  state: row.state,
  rulesVersion: String(row.rules_version),
  begunAt: row.begun_at.toISOString(),
  closedAt: row.closed_at?.toISOString(),
  members: row.members,
  bets: Number(row.bets),
  stakes: formatAmount(row.stakes, scale),
  theoretical: formatTheoretical(BigInt(row.theoretical), scale),
  leaders: row.leaders,
  credits: formatAmount(row.credits, scale),
  paid: formatAmount(row.credits - row.waiting, scale),
  back: formatAmount(row.back, scale),
  taken: formatAmount(row.taken, scale),
  owed: formatAmount(owedOf(row), scale),
  held: row.held,
});

/** Corrections that the wallets could not cover; during a closing also commission that it has not paid yet. */
const owedOf = ({ back, taken }: { back: bigint; taken: bigint }): bigint => back - taken;

/** @param ledger balances of the accounts, minor units */
export const booksToWire = (
  row: BooksRow,
  ledger: { commission: bigint; clearing: bigint },
  { scale }: Currency,
): CommissionBooks => ({
  credits: formatAmount(row.credits, scale),
  taken: formatAmount(row.taken, scale),
  owed: formatAmount(owedOf(row), scale),
  waiting: formatAmount(row.waiting, scale),
  commission: formatAmount(ledger.commission, scale),
  clearing: formatAmount(ledger.clearing, scale),
  agrees: ledger.commission === row.taken - row.credits && ledger.clearing === row.waiting,
  flagsOpen: row.flagsOpen,
  flagsInForce: row.flagsInForce,
});

export const statementToWire = (
  row: StatementRow,
  names: AccountNames,
  { scale }: Currency,
): CommissionStatement => ({
  id: row.id,
  leader: memberName(names, row.leader_id),
  day: row.day,
  level: row.level,
  kind: row.run === row.day ? 'day' : 'correction',
  amount: formatAmount(row.amount, scale),
  state: row.state === 'due' ? 'waiting' : row.state,
  taken: formatAmount(row.taken, scale),
  at: row.done_at?.toISOString(),
});

/** Names of the columns of a CSV file of statements. */
export const statementColumns = [
  'run',
  'day',
  'kind',
  'leader_id',
  'leader',
  'level',
  'amount',
  'state',
  'taken',
  'at',
  'id',
];

export const statementCells = (run: string, one: CommissionStatement): CsvCell[] => [
  run,
  one.day,
  one.kind,
  one.leader.id,
  one.leader.account,
  one.level,
  { decimal: one.amount },
  one.state,
  { decimal: one.taken },
  one.at,
  one.id,
];

/** A source of commission, with no more of the member's identity than the leader may see. */
export const sourceToWire = (
  row: SourceRow,
  names: AccountNames,
  { rateMicro, scale }: { rateMicro: number; scale: number },
): CommissionSource => {
  const theoretical = BigInt(row.theoretical);
  return {
    name: maskAccount(names.members.get(row.memberId)?.account ?? ''),
    bets: Number(row.bets),
    stakes: formatAmount(row.stakes, scale),
    theoretical: formatTheoretical(theoretical, scale),
    part: formatTheoretical(row.counts ? (theoretical * BigInt(rateMicro)) / 1_000_000n : 0n, scale),
    counts: row.counts,
  };
};
