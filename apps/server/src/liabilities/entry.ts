import { base64 } from '@touchline/verify/bytes';
import { canonicalJson } from '@touchline/verify/canonical-json';
import type { EntryReserves } from './reserves.ts';

/** What is published of a snapshot. */
export type Published = {
  id: string;
  at: Date;
  size: number;
  root: Uint8Array;
  currencies: readonly string[];
  totals: readonly bigint[];
  /** The steps of the currencies; undefined where totals are exact. */
  steps: readonly bigint[] | undefined;
  watermarks: readonly string[];
  reserves: EntryReserves;
};

/** The entry of the log: kind `liabilities`, version 1. Amounts are texts of minor units. */
export const liabilitiesEntry = (of: Published): string =>
  canonicalJson({
    kind: 'liabilities',
    v: 1,
    time: of.at.toISOString(),
    snapshot: of.id,
    size: of.size,
    root: base64(of.root),
    totals: of.currencies.map((currency, at) => ({
      currency,
      available: String(of.totals[at * 3] ?? 0n),
      held: String(of.totals[at * 3 + 1] ?? 0n),
      openBets: String(of.totals[at * 3 + 2] ?? 0n),
      ...(of.steps === undefined ? {} : { roundedTo: String(of.steps[at] ?? 0n) }),
    })),
    watermarks: of.watermarks,
    reserves: of.reserves,
  });
