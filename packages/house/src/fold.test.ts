import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAfter } from './day-totals.ts';
import { createFold, isFoldState, type HouseFold } from './fold.ts';
import type { HouseState } from './state.ts';
import {
  madeDay,
  madeMatch,
  madeRuling,
  madeTotals,
  privateOf,
  type MadeBet,
  type MadeEntry,
} from './testing/house-log.ts';

const addAll = (fold: HouseFold, entries: readonly MadeEntry[]): string[] =>
  entries.flatMap(({ text, ...entry }) => {
    const isNeeded = fold.needsText(entry.fact);
    return fold.add(entry, isNeeded ? text : undefined).map(({ code }) => code);
  });
const foldOf = (entries: readonly MadeEntry[]): { state: HouseState; codes: string[] } => {
  const fold = createFold();
  const codes = addAll(fold, entries);
  return { state: fold.state(), codes };
};

const bet: fc.Arbitrary<MadeBet> = fc.record({
  selection: fc.constantFrom('1', 'X', '2'),
  stakeMinor: fc.bigInt({ min: 1n, max: 1_000_000n }),
});
const score = fc.tuple(fc.nat(4), fc.nat(4)).map(([home, away]) => `${home}-${away}`);
/** Some days of a house, each with a grant or some and a match or some, one of which may be settled again. */
const houseLog: fc.Arbitrary<MadeEntry[]> = fc
  .array(
    fc.record({
      grants: fc.nat(5),
      matches: fc.array(
        fc.record({
          bets: fc.array(bet, { maxLength: 25 }),
          fullTime: score,
          corrected: fc.option(score, { nil: undefined }),
        }),
        { maxLength: 3 },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((days) => {
    const entries: MadeEntry[] = [];
    let day = '2026-06-28';
    let previous: string | null = null;
    let upTo = 0;
    for (const [at, { grants, matches }] of days.entries()) {
      for (let n = 0; n < grants; n++) entries.push(privateOf('entry'));
      for (const [n, { bets, fullTime, corrected }] of matches.entries()) {
        const event = `match-${at}-${n}`;
        entries.push(...madeMatch(event, { day, fullTime }));
        entries.push(madeTotals(event, { day, fullTime, version: 1, bets }));
        if (corrected === undefined) continue;
        entries.push(...madeRuling(event, { day, fullTime: corrected, version: 2 }));
        entries.push(madeTotals(event, { day, fullTime: corrected, version: 2, bets }));
      }
      upTo += grants;
      entries.push(madeDay({ day, previous, entries: grants, upTo }));
      previous = day;
      day = dayAfter(day);
    }
    return entries;
  });

describe('the fold of a log', () => {
  test('finds nothing in a true log', () => {
    fc.assert(
      fc.property(houseLog, (entries) => {
        expect(foldOf(entries).codes).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('comes to the same however its entries are cut into parts, through JSON', () => {
    fc.assert(
      fc.property(houseLog, fc.array(fc.nat(200)), (entries, cuts) => {
        const whole = foldOf(entries).state;
        const bounds = [...cuts.map((cut) => cut % (entries.length + 1)), entries.length].sort(
          (a, b) => a - b,
        );
        let state: HouseState | undefined;
        for (const bound of bounds) {
          const kept: unknown = state && JSON.parse(JSON.stringify(state));
          const fold = createFold(isFoldState(kept) ? kept : undefined);
          addAll(fold, entries.slice(fold.state().size, bound));
          state = fold.state();
        }
        expect(state).toEqual(whole);
      }),
      { numRuns: 25 },
    );
  });

  test('keeps the sums of all bets, and counts each match by its last totals', () => {
    fc.assert(
      fc.property(houseLog, (entries) => {
        const last = new Map<string, MadeEntry['fact']>();
        for (const { fact } of entries)
          if (fact.kind === 'match_totals' && typeof fact['event'] === 'string')
            last.set(fact['event'], fact);
        const bets = [...last.values()].reduce((sum, fact) => sum + Number(fact['bets']), 0);
        const { figures } = foldOf(entries).state.published;
        expect(figures.margins.reduce((sum, one) => sum + one.bets, 0)).toBe(bets);
        expect(figures.payouts.bets).toBe(bets);
        const selections = figures.calibration.reduce((sum, band) => sum + band.selections, 0);
        expect(selections).toBe(3 * last.size);
        expect(figures.calibration.reduce((sum, band) => sum + band.came, 0)).toBe(last.size);
      }),
      { numRuns: 25 },
    );
  });

  test('does not depend on entries without facts of the house', () => {
    fc.assert(
      fc.property(houseLog, fc.nat(100), (entries, at) => {
        const more = entries.toSpliced(at % entries.length, 0, privateOf('bet'), privateOf('audit'));
        expect(foldOf(more).state.published.figures).toEqual(foldOf(entries).state.published.figures);
      }),
      { numRuns: 12 },
    );
  });
});

const day = '2026-07-01';
const bets: MadeBet[] = Array.from({ length: 6 }, () => ({ selection: '1', stakeMinor: 1_000n }));

test('a result that completes that of the first half is no correction, another one is', () => {
  const settled = { day, fullTime: '2-1', version: 1, bets };
  const half = madeMatch('m', settled).map((entry): MadeEntry => {
    if (entry.fact.kind !== 'result') return entry;
    return { ...entry, fact: { ...entry.fact, fullTime: null, halfTime: '1-0' } };
  });
  const nothing = madeTotals('m', { ...settled, bets: [] });
  const whole = madeRuling('m', { ...settled, version: 2 }).map((entry): MadeEntry => {
    if (entry.fact.kind !== 'result') return entry;
    return { ...entry, fact: { ...entry.fact, halfTime: '1-0' } };
  });
  const log = [...half, nothing, ...whole, madeTotals('m', { ...settled, version: 2 })];
  expect(foldOf(log).state.corrections.results).toBe(0);
  const other = { ...settled, fullTime: '2-2', version: 3 };
  const corrected = [...log, ...madeRuling('m', other), madeTotals('m', other)];
  expect(foldOf(corrected).state.corrections.results).toBe(1);
});

describe('totals of a match', () => {
  const settled = { day, fullTime: '2-1', version: 1, bets };
  test('are false where the result leads to other payouts', () => {
    const match = madeMatch('m', settled);
    expect(foldOf([...match, madeTotals('m', settled)]).codes).toEqual([]);
    expect(foldOf([...match, madeTotals('m', { ...settled, lie: -1n })]).codes).toEqual(['false-payouts']);
    const other = madeTotals('m', { ...settled, fullTime: '0-0' });
    expect(foldOf([...match, other]).codes).toEqual(['false-payouts']);
  });

  test('are false without their ruling before them', () => {
    expect(foldOf([madeTotals('m', settled)]).codes).toEqual(['false-payouts']);
  });

  test('must have the form of the format', () => {
    const totals = madeTotals('m', settled);
    const fact = { ...totals.fact, rows: 'many' };
    expect(foldOf([...madeMatch('m', settled), { ...totals, fact }]).codes).toEqual(['malformed']);
  });
});

describe('sums of a day', () => {
  const first = madeDay({ day, previous: null, entries: 2, upTo: 2 });
  const entries = [privateOf('entry'), privateOf('entry')];
  test('have two sides', () => {
    const lie = madeDay({ day, previous: null, entries: 2, upTo: 2, lie: 1 });
    expect(foldOf([...entries, first]).codes).toEqual([]);
    expect(foldOf([...entries, lie]).codes).toEqual(['false-day']);
  });

  test('follow each other without a gap', () => {
    const next = madeDay({ day: '2026-07-02', previous: day, entries: 0, upTo: 2 });
    const later = madeDay({ day: '2026-07-03', previous: day, entries: 0, upTo: 2 });
    expect(foldOf([...entries, first, next]).codes).toEqual([]);
    expect(foldOf([...entries, first, later]).codes).toEqual(['false-day']);
    expect(foldOf([...entries, first, first]).codes).toContain('false-day');
  });

  test('have as many entries as the log', () => {
    expect(foldOf([privateOf('entry'), first]).codes).toEqual(['false-day']);
    // Four entries were in the log when the first day was summed up: the second day must have two of them.
    const hidden = madeDay({ day: '2026-07-02', previous: day, entries: 1, upTo: 3 });
    expect(foldOf([...entries, ...entries, first, hidden]).codes).toEqual(['false-day']);
  });
});
