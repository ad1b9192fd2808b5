import type { LedgerDay, LedgerEntry, TrialBalance } from '@touchline/contract/shapes/office-views';
import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { CsvCell } from '@touchline/money/csv';
import type { DaySum, OfficeEntry, Trial } from '../../ledger/index.ts';
import { memberName, type AccountNames } from '../wire.ts';

/** A trial balance on the wire, with its total. */
export const sumOfTrial = (
  { accounts, members }: Trial,
  { scale }: Currency,
): { list: TrialBalance['accounts']; members: TrialBalance['members']; sumMinor: bigint } => ({
  list: accounts.map(({ account, balanceMinor, entries }) => ({
    account,
    balance: formatAmount(balanceMinor, scale),
    entries: Number(entries),
  })),
  members: {
    available: formatAmount(members.availableMinor, scale),
    held: formatAmount(members.heldMinor, scale),
    wallets: Number(members.wallets),
  },
  sumMinor: accounts.reduce(
    (sum, { balanceMinor }) => sum + balanceMinor,
    members.availableMinor + members.heldMinor,
  ),
});

type Sides = Pick<DaySum, 'amountMinor' | 'heldMinor' | 'houseMinor'>;

const sidesOf = ({ amountMinor, heldMinor, houseMinor }: Sides, { scale }: Currency) => ({
  amount: formatAmount(amountMinor, scale),
  held: formatAmount(heldMinor, scale),
  house: formatAmount(houseMinor, scale),
});

export const dayToWire = (sum: DaySum, currency: Currency): LedgerDay => ({
  day: sum.day,
  kind: sum.kind,
  account: sum.account,
  ...sidesOf(sum, currency),
  entries: Number(sum.entries),
});

export const entryToWire = (row: OfficeEntry, names: AccountNames, currency: Currency): LedgerEntry => ({
  id: row.cursor,
  at: row.at.toISOString(),
  kind: row.kind,
  account: row.account,
  ...sidesOf(row, currency),
  member: row.memberId === null ? undefined : memberName(names, row.memberId),
  ref: row.ref ?? undefined,
  key: row.key,
  balance:
    row.availableAfterMinor === null ? undefined : formatAmount(row.availableAfterMinor, currency.scale),
  balanceHeld: row.heldAfterMinor === null ? undefined : formatAmount(row.heldAfterMinor, currency.scale),
});

/** Names of the columns of a CSV file of entries. */
export const entryColumns = [
  'at',
  'kind',
  'account',
  'amount',
  'held',
  'house',
  'member_id',
  'member',
  'ref',
  'key',
  'balance',
  'balance_held',
];

const decimal = (text: string | undefined): CsvCell => (text === undefined ? undefined : { decimal: text });

export const entryCells = (one: LedgerEntry): CsvCell[] => [
  one.at,
  one.kind,
  one.account,
  decimal(one.amount),
  decimal(one.held),
  decimal(one.house),
  one.member?.id,
  one.member?.account,
  one.ref,
  one.key,
  decimal(one.balance),
  decimal(one.balanceHeld),
];
