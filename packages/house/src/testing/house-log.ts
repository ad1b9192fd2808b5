import { grade } from '@touchline/football/grade';
import { factorOf } from '@touchline/money/factor';
import { payout } from '@touchline/money/payout';
import { base64, hex, utf8 } from '@touchline/verify/bytes';
import { canonicalJson, type JsonObject } from '@touchline/verify/canonical-json';
import { sha256 as digest } from '@touchline/verify/sha256';
import { durationsEntry, noDurations } from '../durations.ts';
import type { FoldedEntry } from '../fold.ts';
import { marketsToWrite, rowsToWrite, type TotalsRow } from '../match-totals-rows.ts';
import { parseScore } from '../fields.ts';

/** An entry of a made-up log, with the text that it has the hash of. */
export type MadeEntry = FoldedEntry & { text?: string };

/** A bet of one leg on a match, at 2.10 on 1x2. */
export type MadeBet = { selection: '1' | 'X' | '2'; stakeMinor: bigint };

const fact = (kind: string, fields: JsonObject): MadeEntry => ({
  fact: { ...fields, kind, v: 1 },
  isPrivate: false,
});

export const privateOf = (kind: string): MadeEntry => ({
  fact: { kind, v: 1, hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=' },
  isPrivate: true,
});

/** The id of a match by a name for it. */
const madeId = (name: string): string => `0190a1b2-0000-7000-8000-${hex(digest(utf8(name)).slice(0, 6))}`;

/** A match that is announced, priced, ended and ruled on. */
export const madeMatch = (
  name: string,
  { day, fullTime }: { day: string; fullTime: string },
): MadeEntry[] => {
  const event = madeId(name);
  const kickOff = `${day}T15:00:00.000Z`;
  const text = canonicalJson({
    changes: [
      {
        market: '1x2',
        line: '',
        odds: [2100, 3400, 3600],
        selections: ['1', 'X', '2'],
        state: 'open',
        version: 1,
      },
    ],
    event,
    time: `${day}T10:00:00.000Z`,
  });
  const sha256 = base64(digest(utf8(text)));
  return [
    fact('event', {
      event,
      kickOff,
      time: `${day}T09:00:00.000Z`,
      version: 1,
      home: 'A',
      away: 'B',
      competition: 'C',
    }),
    { ...fact('prices', { event, id: `${event}:1`, sha256, time: `${day}T10:00:00.000Z` }), text },
    {
      ...fact('prices', { event, id: `${event}:2`, sha256, time: `${day}T16:00:00.000Z` }),
      text: 'not asked for',
    },
    ...madeRuling(name, { day, fullTime, version: 1 }),
  ];
};

/** A result and the ruling by it. */
export const madeRuling = (
  name: string,
  { day, fullTime, version }: { day: string; fullTime: string; version: number },
): MadeEntry[] => {
  const event = madeId(name);
  const time = `${day}T17:00:00.000Z`;
  return [
    fact('result', { event, fullTime, halfTime: null, outcome: 'played', source: 'test', time, version }),
    fact('ruling', {
      by: 'feed:test',
      confirmedBy: 'feed:test',
      confirmedWith: null,
      ends: [],
      event,
      reason: null,
      result: version,
      time,
      version,
      void: null,
      with: null,
    }),
  ];
};

/** True totals of bets on a match. @param of.lie is added to what was paid */
export const madeTotals = (
  name: string,
  of: { day: string; fullTime: string; version: number; bets: readonly MadeBet[]; lie?: bigint },
): MadeEntry => {
  const { day, fullTime, version, bets, lie = 0n } = of;
  const event = madeId(name);
  const rows = new Map<string, TotalsRow>();
  const sum = { bets: 0, stake: 0n, promised: 0n, paid: 0n };
  for (const { selection, stakeMinor } of bets) {
    const outcome = grade('1x2', selection, undefined, { ft: parseScore(fullTime) });
    if (outcome === 'unsettled') throw new Error('not over');
    const paid = payout(stakeMinor, factorOf(outcome, 2100));
    const before = rows.get(selection);
    rows.set(selection, {
      market: '1x2',
      line: '',
      selection,
      since: '',
      outcome,
      bets: (before?.bets ?? 0) + 1,
      stake: (before?.stake ?? 0n) + stakeMinor,
      potential: (before?.potential ?? 0n) + payout(stakeMinor, factorOf('win', 2100)),
      paid: (before?.paid ?? 0n) + paid,
    });
    sum.bets += 1;
    sum.stake += stakeMinor;
    sum.promised += stakeMinor / 21n;
    sum.paid += paid;
  }
  const first = rows.values().next().value;
  if (first !== undefined) {
    first.paid += lie;
    sum.paid += lie;
  }
  const delays = noDurations();
  delays[3] = bets.length;
  return fact('match_totals', {
    again: version === 1 ? 0 : bets.length,
    bets: bets.length,
    currency: 'PLAY',
    delays: durationsEntry(delays),
    early: { bets: 0, paid: '0', stake: '0' },
    event,
    fullTime: `${day}T16:50:00.000Z`,
    lost: '0',
    markets: marketsToWrite([{ ...sum, market: '1x2' }], { bets: 0, stake: 0n, promised: 0n, paid: 0n }),
    result: version,
    time: `${day}T17:00:05.000Z`,
    version,
    ...rowsToWrite([...rows.values()]),
  });
};

/** The sums of a day on which each entry granted 100.00. @param of.lie is added to one side */
export const madeDay = (of: {
  day: string;
  previous: string | null;
  entries: number;
  upTo: number;
  lie?: number;
}): MadeEntry => {
  const { day, previous, entries, upTo, lie = 0 } = of;
  return fact('day_totals', {
    corrections: 0,
    day,
    entries,
    excluded: null,
    moves: 0,
    previous,
    refused: [{ count: 2, reason: 'price' }],
    statements: [],
    sums:
      entries === 0
        ? []
        : [
            {
              account: 'promotions',
              amount: String(entries * 10_000),
              currency: 'PLAY',
              entries,
              held: '0',
              house: String(-entries * 10_000 + lie),
              type: 'grant',
            },
          ],
    time: `${day}T23:59:59.999Z`,
    upTo,
    withLimits: 20,
    withdrawals: [],
  });
};
