import { formatAmount } from '@touchline/money/amount';
import type { Currency } from '@touchline/money/currency';
import type { Handlers } from '../../core/handler.ts';
import type { SnapshotRow } from './queries.ts';
import { columnsOfCurrency, type Owed } from './site.ts';
import type { Liabilities } from './service.ts';

/** Sums of the site's currency, as amounts. @param sums by columns */
const owedToWire = (
  currencies: Owed['currencies'],
  sums: readonly (bigint | string)[],
  currency: Currency,
): { available: string; held: string; openBets: string } => {
  const first = currencies.indexOf(currency.code) * columnsOfCurrency;
  const amount = (column: number): string =>
    formatAmount(first < 0 ? 0n : BigInt(sums[first + column] ?? 0n), currency.scale);
  return { available: amount(0), held: amount(1), openBets: amount(2) };
};

/** What the house owed to all members. */
export const totalsToWire = (row: Pick<SnapshotRow, 'currencies' | 'totals'>, currency: Currency) =>
  owedToWire(row.currencies, row.totals, currency);

/** The call of a member about their own part of the house's debts. */
export const liabilityHandlers = ({
  liabilities,
  currency,
}: {
  liabilities: Pick<Liabilities, 'prove'>;
  currency: Currency;
}): Pick<Handlers, 'liabilityProof'> => ({
  liabilityProof: async (_input, { member }) => {
    const found = await liabilities.prove(member.id);
    if (found === undefined) return {};
    const { snapshot, account, proof } = found;
    return {
      found: {
        entry: snapshot.entry,
        at: snapshot.at.toISOString(),
        version: Number(account.version),
        owed: owedToWire(snapshot.currencies, account.sums, currency),
        proof,
      },
    };
  },
});
