import type { JsonObject } from '@touchline/verify/canonical-json';
import type { Entry } from './entries.ts';
import type { Fault } from './fault.ts';

/** What was counted over all entries read so far. It is kept as JSON between runs. */
export type Tallies = {
  kinds: Readonly<Record<string, { entries: number; isPrivate: boolean }>>;
  /** The newest statement of what the house owes. */
  liabilities?: { index: number; time: string; totals: readonly Owed[] } | undefined;
};

/** What is owed in a currency, in minor units: available, held, and what open bets may pay. */
type Owed = { currency: string; available: string; held: string; openBets: string };

export const emptyTallies: Tallies = { kinds: {} };

/** Counts entries, and checks each against those before it. */
export type Counter = {
  /** @param index of the entry in the log, from 0 */
  count: (entry: Entry, index: number) => Fault[];
  now: () => Tallies;
};

export function createCounter(from: Tallies): Counter {
  const kinds = new Map(Object.entries(from.kinds));
  let { liabilities } = from;

  const readLiabilities = (fact: JsonObject, index: number): Fault[] => {
    const { time } = fact;
    const totals = owedOf(fact);
    if (typeof time !== 'string' || totals === undefined) {
      return [
        { code: 'malformed', detail: `entry ${index}: liabilities without totals`, evidence: { index } },
      ];
    }
    const isEarlier = liabilities !== undefined && time < liabilities.time;
    const later = liabilities?.time ?? '';
    liabilities = { index, time, totals };
    return isEarlier
      ? [{ code: 'false-sum', detail: `entry ${index}: liabilities of ${time} follow those of ${later}` }]
      : [];
  };

  return {
    count: ({ fact, isPrivate }, index) => {
      const { kind } = fact;
      const known = kinds.get(kind);
      kinds.set(kind, { entries: (known?.entries ?? 0) + 1, isPrivate });
      const faults = kind === 'liabilities' && !isPrivate ? readLiabilities(fact, index) : [];
      if (known !== undefined && known.isPrivate !== isPrivate) {
        const detail = `entry ${index}: "${kind}" is ${isPrivate ? 'private here and public' : 'public here and private'} before`;
        faults.push({ code: 'malformed', detail, evidence: { index } });
      }
      return faults;
    },
    now: () => ({ kinds: Object.fromEntries(kinds), liabilities }),
  };
}

const AMOUNT = /^(?:0|[1-9]\d*)$/;

/** The totals of a statement; undefined unless each is an amount that is not negative. */
function owedOf({ totals }: JsonObject): Owed[] | undefined {
  if (!Array.isArray(totals)) return undefined;
  const read: Owed[] = [];
  for (const total of totals) {
    const amounts = amountsOf(total);
    if (amounts === undefined) return undefined;
    read.push(amounts);
  }
  return read;
}

function amountsOf(total: unknown): Owed | undefined {
  if (typeof total !== 'object' || total === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(total));
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const owed = {
    currency: text('currency'),
    available: text('available'),
    held: text('held'),
    openBets: text('openBets'),
  };
  const areAmounts = [owed.available, owed.held, owed.openBets].every((amount) => AMOUNT.test(amount));
  return owed.currency !== '' && areAmounts ? owed : undefined;
}
