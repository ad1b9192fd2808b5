import type { JsonObject } from '@touchline/verify/canonical-json';
import { durationsOf, type Durations } from './durations.ts';
import { amountOf, countOf, countOrNull, dayOf, listOf, textOf, timeOf } from './fields.ts';

/** Sum of entries of one type between members and one account, in minor units. */
type DaySum = {
  type: string;
  account: string;
  currency: string;
  entries: number;
  /** Change of what members may use, of what is held for them, and of the account: zero together. */
  amount: bigint;
  held: bigint;
  house: bigint;
};

/** What members have in a currency, in minor units. */
export type MemberSide = { currency: string; available: bigint; held: bigint };

/** What happened on a day of UTC, as an entry `day_totals` says it. The first one has all days before it too. */
export type DayTotals = {
  day: string;
  time: string;
  /** The day before, unless this is the first. */
  previous: string | null;
  /** Entries of wallets on that day, and of all days up to its end. */
  entries: number;
  upTo: number;
  sums: readonly DaySum[];
  /** For each statement of liabilities made that day, what had changed from the start of the day to its time. */
  statements: readonly { snapshot: string; since: readonly MemberSide[] }[];
  withdrawals: Durations;
  refused: readonly { reason: string; count: number }[];
  corrections: number;
  /** Rounded down to tens; null for fewer than ten. */
  withLimits: number | null;
  excluded: number | null;
};

/** The type of moves between accounts of the house, in which members have no side. */
export const movesType = 'house_move';

/** Reads an entry `day_totals`. @throws Malformed */
export const dayTotalsOf = (entry: JsonObject): DayTotals => ({
  day: dayOf(entry, 'day'),
  time: timeOf(entry, 'time'),
  previous: entry['previous'] === null ? null : dayOf(entry, 'previous'),
  entries: countOf(entry, 'entries'),
  upTo: countOf(entry, 'upTo'),
  sums: listOf(entry, 'sums').map((one) => ({
    type: textOf(one, 'type'),
    account: textOf(one, 'account'),
    currency: textOf(one, 'currency'),
    entries: countOf(one, 'entries'),
    amount: amountOf(one, 'amount'),
    held: amountOf(one, 'held'),
    house: amountOf(one, 'house'),
  })),
  statements: listOf(entry, 'statements').map((one) => ({
    snapshot: textOf(one, 'snapshot'),
    since: listOf(one, 'since').map((side) => ({
      currency: textOf(side, 'currency'),
      available: amountOf(side, 'available'),
      held: amountOf(side, 'held'),
    })),
  })),
  withdrawals: durationsOf(entry, 'withdrawals'),
  refused: listOf(entry, 'refused').map((one) => ({
    reason: textOf(one, 'reason'),
    count: countOf(one, 'count'),
  })),
  corrections: countOf(entry, 'corrections'),
  withLimits: countOrNull(entry, 'withLimits'),
  excluded: countOrNull(entry, 'excluded'),
});

/** The day after another. */
export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);

/** What other entries of the log say up to the entry of a day. */
export type DayContext = {
  /** The day summed up before; null before the first. */
  lastDay: string | null;
  /** Entries of wallets up to the end of that day, and those that were in the log when it was summed up. */
  upTo: number;
  inLogThen: number;
  /** Entries of wallets in the log now. */
  inLog: number;
  /** What members had at the end of that day. */
  members: readonly MemberSide[];
  /** Statements of liabilities since, with the day each was made. */
  statements: readonly { snapshot: string; day: string; totals: readonly MemberSide[] }[];
  /** Moves between accounts of the house since, by account and currency. */
  moves: readonly { day: string; account: string; currency: string; entries: number; house: bigint }[];
};

/** What members have after a day's sums, by currency. */
export const membersAfter = (
  before: readonly MemberSide[],
  changes: readonly { currency: string; amount?: bigint; available?: bigint; held: bigint }[],
): MemberSide[] => {
  const sides = new Map(before.map((side): [string, MemberSide] => [side.currency, { ...side }]));
  for (const { currency, amount, available, held } of changes) {
    const side = sides.get(currency) ?? { currency, available: 0n, held: 0n };
    side.available += amount ?? available ?? 0n;
    side.held += held;
    sides.set(currency, side);
  }
  return [...sides.values()];
};

/**
 * Holds the sums of a day against each other and against the rest of the log: two sides, no gap, as many entries as the log has, what
 * statements of liabilities said, and public moves.
 * @returns what is wrong, each in a sentence
 */
export const checkDayTotals = (totals: DayTotals, context: DayContext): string[] => [
  ...checkOrder(totals, context),
  ...checkSides(totals),
  ...checkCounts(totals, context),
  ...checkStatements(totals, context),
  ...checkMoves(totals, context),
];

const checkOrder = ({ day, previous }: DayTotals, { lastDay }: DayContext): string[] => {
  if (previous !== lastDay) return [`it follows ${previous}, and ${lastDay} was summed up last`];
  if (lastDay !== null && day !== dayAfter(lastDay)) return [`it follows ${lastDay}`];
  return [];
};

const checkSides = ({ sums }: DayTotals): string[] => {
  const wrong: string[] = [];
  const moved = new Map<string, bigint>();
  for (const { type, account, currency, amount, held, house } of sums) {
    if (type === movesType) {
      if (amount !== 0n || held !== 0n) wrong.push(`moves of ${account} have a side of members`);
      moved.set(currency, (moved.get(currency) ?? 0n) + house);
    } else if (amount + held + house !== 0n) {
      wrong.push(`${type} of ${account} comes to ${amount + held + house}`);
    }
  }
  for (const [currency, sum] of moved) if (sum !== 0n) wrong.push(`moves of ${currency} come to ${sum}`);
  return wrong;
};

const checkCounts = (totals: DayTotals, context: DayContext): string[] => {
  const counted = totals.sums.reduce((sum, { type, entries }) => sum + (type === movesType ? 0 : entries), 0);
  const wrong: string[] = [];
  if (counted !== totals.entries)
    wrong.push(`its sums have ${counted} entries, and it says ${totals.entries}`);
  if (totals.upTo !== context.upTo + totals.entries)
    wrong.push(`${context.upTo} and ${totals.entries} entries are not ${totals.upTo}`);
  if (context.inLog < totals.upTo)
    wrong.push(`the log has ${context.inLog} entries of wallets, not ${totals.upTo}`);
  // What was in the log when the day before was summed up belongs to that day, those before it, or this one.
  if (context.inLogThen > totals.upTo)
    wrong.push(`the log had ${context.inLogThen} entries of wallets before it, not ${totals.upTo}`);
  return wrong;
};

const checkStatements = ({ day, statements }: DayTotals, context: DayContext): string[] => {
  const wrong: string[] = [];
  for (const made of context.statements) {
    const told = statements.find(({ snapshot }) => snapshot === made.snapshot);
    if (told === undefined) {
      if (made.day <= day && context.lastDay !== null)
        wrong.push(`the statement ${made.snapshot} is missing`);
      continue;
    }
    const members = membersAfter(context.members, told.since);
    for (const { currency, available, held } of made.totals) {
      const side = members.find((one) => one.currency === currency) ?? { available: 0n, held: 0n };
      if (side.available !== available || side.held !== held) {
        wrong.push(
          `the statement ${made.snapshot} has ${available} and ${held} held ${currency}, sums of days ${side.available} and ${side.held}`,
        );
      }
    }
  }
  return wrong;
};

const checkMoves = ({ day, sums }: DayTotals, { moves }: DayContext): string[] => {
  const left = new Map<string, { entries: number; house: bigint }>();
  const add = (account: string, currency: string, entries: number, house: bigint): void => {
    const name = `${account} ${currency}`;
    const before = left.get(name) ?? { entries: 0, house: 0n };
    left.set(name, { entries: before.entries + entries, house: before.house + house });
  };
  for (const move of moves) if (move.day <= day) add(move.account, move.currency, move.entries, move.house);
  for (const { type, account, currency, entries, house } of sums)
    if (type === movesType) add(account, currency, -entries, -house);
  return [...left]
    .filter(([, { entries, house }]) => entries !== 0 || house !== 0n)
    .map(([name]) => `moves of ${name} are not those of the log`);
};
