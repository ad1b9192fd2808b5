import type pg from 'pg';
import { type OpenBets, readOpenBets } from '../../betting/index.ts';
import {
  type AccountTotal,
  accountTotals,
  dayTotals,
  type OwedBalance,
  readBalances,
  walletCurrencies,
} from '../../ledger/index.ts';
import type { Queryable } from '../../core/database/database.ts';
import { newId } from '../../core/ids.ts';
import { snapshot } from '../../core/database/transaction.ts';
import { collectAccounts, type Accounts } from './accounts.ts';

/** What was added to each total, and the step to whose multiples the totals of each currency were rounded; in minor units. */
type Rounding = { padding: bigint[]; steps: bigint[] };

/** A thousand units of a currency with two decimals. */
const stepMin = 100_000n;

/** Leaves two digits of the largest total. */
const stepOf = (largest: bigint): bigint => {
  const step = 10n ** BigInt(Math.max(largest.toString().length - 2, 0));
  return step < stepMin ? stepMin : step;
};

/**
 * Rounds totals up, so that two close together do not show the bet between them. Each becomes the next multiple of the step of its
 * currency, also where it is one already, since nothing at all would be told apart from little.
 * @param totals by columns, all columns of a currency together
 */
export const roundUp = (totals: readonly bigint[], columnsOfCurrency: number): Rounding => {
  const steps: bigint[] = [];
  const padding: bigint[] = [];
  for (let first = 0; first < totals.length; first += columnsOfCurrency) {
    const own = totals.slice(first, first + columnsOfCurrency);
    const step = stepOf(own.reduce((most, one) => (one > most ? one : most), 0n));
    steps.push(step);
    padding.push(...own.map((total) => step - (total % step)));
  }
  return { padding, steps };
};

/** Sums of each currency: available, held, and what open bets may pay. */
export const columnsOfCurrency = 3;

/** What the house owes, of one snapshot. */
export type Owed = {
  currencies: string[];
  accounts: Accounts;
  size: number;
  /** By columns, as they are published. */
  totals: bigint[];
  /** Undefined where the totals are exact. */
  rounding: Rounding | undefined;
  /** The transactions that are in the snapshot, as `pg_current_snapshot` writes them. */
  watermark: string;
  /** The house's accounts as of the same transactions. */
  house: AccountTotal[];
};

/** Thrown when wallets are not what the ledger says: such a tree must not be published. */
export class LedgerDisagrees extends Error {
  /** The id of the record that is kept of it. */
  readonly id = newId();
  readonly differences: readonly string[];
  constructor(differences: readonly string[]) {
    super(`the wallets are not what the ledger says: ${differences.join('; ')}`);
    this.differences = differences;
  }
}

/** Differences that are kept of a refusal. */
const differencesMax = 20;

/**
 * Reads all wallets and open bets in one snapshot, and holds them against the ledger of the same snapshot.
 * @param of.key of the snapshot
 * @param of.currency that of the site
 * @param of.isRounded whether totals are rounded up
 * @throws LedgerDisagrees
 */
export const readOwed = async (
  pool: pg.Pool,
  { key, currency: own, isRounded }: { key: Uint8Array; currency: string; isRounded: boolean },
): Promise<Owed> => {
  const currencies = [...new Set([own, ...(await walletCurrencies(pool))])].toSorted();
  const columns = currencies.length * columnsOfCurrency;
  const collected = collectAccounts(columns);
  const sums = Array<bigint>(columns).fill(0n);
  const differences: string[] = [];
  const { watermark, house } = await snapshot(pool, async (on) => {
    // All rows of the cursors are read: without this they are planned for the first tenth.
    await on.query('set local cursor_tuple_fraction = 1');
    const mark = await watermarkOf(on);
    for await (const { balance, mayPay } of withBets(on, differences)) {
      const column = currencies.indexOf(balance.currency) * columnsOfCurrency;
      const amounts = Array<bigint>(columns).fill(0n);
      // A currency that came after the first look is in the next snapshot; its money is missing here, which the ledger shows.
      if (column >= 0)
        amounts.splice(column, columnsOfCurrency, balance.availableMinor, balance.heldMinor, mayPay);
      if (amounts.some((sum) => sum < 0n)) {
        differences.push(`member ${balance.memberId} has a negative sum: ${amounts.join(', ')}`);
        continue;
      }
      collected.add({ ...balance, sums: amounts });
      for (const [at, sum] of amounts.entries()) sums[at] = (sums[at] ?? 0n) + sum;
    }
    const accounts = await accountTotals(on);
    differences.push(...compareHouse(currencies, sums, accounts));
    differences.push(...compareDays(currencies, sums, await dayTotals(on)));
    return { watermark: mark, house: accounts };
  });
  if (differences.length > 0) throw new LedgerDisagrees(differences.slice(0, differencesMax));
  const rounding = isRounded ? roundUp(sums, columnsOfCurrency) : undefined;
  return {
    currencies,
    ...collected.finish(key, rounding?.padding),
    totals: sums.map((total, at) => total + (rounding?.padding[at] ?? 0n)),
    rounding,
    watermark,
    house,
  };
};

const watermarkOf = async (on: Queryable): Promise<string> => {
  const { rows } = await on.query<{ mark: string }>('select pg_current_snapshot()::text as mark');
  const [row] = rows;
  if (row === undefined) throw new Error('no snapshot');
  return row.mark;
};

/** Wallets with their open bets: both come in the same order. */
async function* withBets(
  on: Queryable,
  differences: string[],
): AsyncGenerator<{ balance: OwedBalance; mayPay: bigint }> {
  const bets = readOpenBets(on);
  const nextBets = async (): Promise<OpenBets | undefined> => {
    const { value, done } = await bets.next();
    return done === true ? undefined : value;
  };
  let open = await nextBets();
  for await (const balance of readBalances(on)) {
    while (open !== undefined && isBefore(open, balance)) {
      differences.push(`open bets of ${open.memberId}, who has no wallet of ${open.currency}`);
      open = await nextBets();
    }
    let mayPay = 0n;
    if (open?.memberId === balance.memberId && open.currency === balance.currency) {
      mayPay = open.mayPayMinor;
      open = await nextBets();
    }
    yield { balance, mayPay };
  }
  for (; open !== undefined; open = await nextBets())
    differences.push(`open bets of ${open.memberId}, who has no wallet of ${open.currency}`);
}

const isBefore = (bets: OpenBets, balance: OwedBalance): boolean =>
  bets.shard === balance.shard ? bets.memberId < balance.memberId : bets.shard < balance.shard;

/** Members and house add up to nothing, in each currency. */
const compareHouse = (
  currencies: readonly string[],
  sums: readonly bigint[],
  accounts: readonly AccountTotal[],
): string[] =>
  [...new Set([...currencies, ...accounts.map(({ currency }) => currency)])].flatMap((currency) => {
    const column = currencies.indexOf(currency) * columnsOfCurrency;
    const members = column < 0 ? 0n : (sums[column] ?? 0n) + (sums[column + 1] ?? 0n);
    const house = accounts.reduce((sum, one) => sum + (one.currency === currency ? one.amountMinor : 0n), 0n);
    return members + house === 0n
      ? []
      : [`members have ${members} ${currency}, by the accounts of the house ${-house}`];
  });

const compareDays = (
  currencies: readonly string[],
  sums: readonly bigint[],
  days: Awaited<ReturnType<typeof dayTotals>>,
): string[] =>
  currencies.flatMap((currency, at) => {
    const day = days.find((one) => one.currency === currency);
    const [available = 0n, held = 0n] = sums.slice(at * columnsOfCurrency);
    return available === (day?.availableMinor ?? 0n) && held === (day?.heldMinor ?? 0n)
      ? []
      : [
          `members have ${available} and ${held} held ${currency}, by the sums of days ${day?.availableMinor ?? 0n} and ${day?.heldMinor ?? 0n}`,
        ];
  });
