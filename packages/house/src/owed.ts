import type { JsonObject } from '@touchline/verify/canonical-json';
import { amountOf, listOf, objectOf, textOf, timeOf } from './fields.ts';
import { decimal } from './figures.ts';
import type { FoldedFigures, HouseReserve, SideState } from './state.ts';

/** Whether the totals of a statement are rounded up: it was made between the days, and sums of days do not name it. */
export const isRounded = (entry: JsonObject): boolean =>
  listOf(entry, 'totals').some((one) => one['roundedTo'] !== undefined);

/** What a statement of liabilities says: for the page, and to be held against the sums of days. @throws Malformed */
export const statementOf = (
  entry: JsonObject,
  index: number,
): { snapshot: string; time: string; totals: SideState[]; owed: NonNullable<FoldedFigures['owed']> } => {
  const time = timeOf(entry, 'time');
  const totals = listOf(entry, 'totals').map((one) => ({
    currency: textOf(one, 'currency'),
    available: amountOf(one, 'available'),
    held: amountOf(one, 'held'),
    openBets: amountOf(one, 'openBets'),
  }));
  return {
    snapshot: textOf(entry, 'snapshot'),
    time,
    totals: totals.map(({ currency, available, held }) => ({
      currency,
      available: String(available),
      held: String(held),
    })),
    owed: {
      at: time,
      index,
      totals: totals.map(({ currency, available, held, openBets }) => ({
        currency,
        available: decimal(available, currency),
        held: decimal(held, currency),
        openBets: decimal(openBets, currency),
      })),
      reserves: listOf(entry, 'reserves').flatMap(reserveOf),
    },
  };
};

const micro = 'USDT';

const reserveOf = (one: JsonObject): HouseReserve[] => {
  const kind = textOf(one, 'kind');
  const currency = textOf(one, 'currency');
  const amount = (name: string): string => decimal(amountOf(one, name), currency);
  if (kind === 'issued') {
    const [given, paidIn, lost] = [amountOf(one, 'given'), amountOf(one, 'paidIn'), amountOf(one, 'lost')];
    return [
      {
        kind,
        currency,
        amount: decimal(given + paidIn - lost, currency),
        given: amount('given'),
        paidIn: amount('paidIn'),
        lost: amount('lost'),
      },
    ];
  }
  if (kind === 'address') {
    const { amount: held, block } = one;
    return [
      {
        kind,
        currency,
        network: textOf(one, 'network'),
        address: textOf(one, 'address'),
        ...(held === null ? {} : { amount: decimal(amountOf(one, 'amount'), micro) }),
        ...(block === null || block === undefined
          ? {}
          : { block: textOf(objectOf(block, 'block'), 'number') }),
      },
    ];
  }
  if (kind !== 'statement') return [];
  return [
    {
      kind,
      currency,
      name: textOf(one, 'name'),
      amount: amount('amount'),
      day: textOf(one, 'day'),
      fileHash: textOf(one, 'fileHash'),
    },
  ];
};
