import { hourMs } from '@touchline/contract/durations';
import { limitPeriods } from '@touchline/contract/shapes/play';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlayEntry } from '../ledger/service.ts';
import { createCalendar, periodOf } from './calendar.ts';
import { judgeStake, type Settings } from './judge.ts';
import { addEntry, noSums, openByDay, sumFrom, usedOf, type StakeSums } from './sums.ts';

/** Clocks change in these, at midnight in some; in the Azores and in Havana an hour around it is repeated. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Atlantic/Azores',
  'America/Havana',
  'Africa/Cairo',
  'America/Santiago',
  'Asia/Beirut',
  'Pacific/Apia',
];

/** The day by the formatter of another locale, field by field. */
const shown = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);

const moment = fc.oneof(
  fc.date({
    min: new Date('2026-01-01T00:00:00Z'),
    max: new Date('2027-01-01T00:00:00Z'),
    noInvalidDate: true,
  }),
  // Around the changes of 2026, in both hemispheres.
  fc
    .record({
      day: fc.constantFrom(
        '2026-03-08',
        '2026-03-29',
        '2026-04-05',
        '2026-04-24',
        '2026-10-25',
        '2026-10-30',
        '2026-11-01',
        '2026-09-06',
      ),
      ms: fc.integer({ min: -30 * hourMs, max: 30 * hourMs }),
    })
    .map(({ day, ms }) => new Date(Date.parse(day) + ms)),
);

describe('the calendar of a site', () => {
  test.each(zones)('gives the day that clocks show in %s, in any order of questions', (zone) => {
    const calendar = createCalendar(zone);
    fc.assert(
      fc.property(moment, (at) => calendar.dayOf(at) === shown(at, zone)),
      { numRuns: 120 },
    );
  });

  test.each(zones)('each day in %s starts with its first millisecond', (zone) => {
    const calendar = createCalendar(zone);
    for (let ms = Date.parse('2026-01-01'); ms < Date.parse('2027-01-01'); ms += 24 * hourMs) {
      const day = new Date(ms).toISOString().slice(0, 10);
      const start = calendar.startOf(day);
      expect(shown(start, zone)).toBe(day);
      expect(shown(new Date(start.getTime() - 1), zone) < day).toBe(true);
    }
  });

  test('weeks begin on Monday, months on the first', () => {
    expect(periodOf('2026-06-14', 'week')).toEqual({ from: '2026-06-08', next: '2026-06-15' });
    expect(periodOf('2026-06-15', 'week')).toEqual({ from: '2026-06-15', next: '2026-06-22' });
    expect(periodOf('2026-12-31', 'month')).toEqual({ from: '2026-12-01', next: '2027-01-01' });
    expect(periodOf('2028-02-29', 'month')).toEqual({ from: '2028-02-01', next: '2028-03-01' });
    expect(periodOf('2026-12-31', 'day')).toEqual({ from: '2026-12-31', next: '2027-01-01' });
  });
});

type Bet = { at: Date; stake: bigint; fate: string; afterMs: number; back: bigint };
const bet: fc.Arbitrary<Bet> = fc.record({
  at: moment,
  stake: fc.bigInt({ min: 1n, max: 1_000n }),
  fate: fc.constantFrom('open', 'payout', 'refund', 'cash_out', 'live_refused', 'corrected', 'undone'),
  afterMs: fc.integer({ min: 1, max: 80 * hourMs }),
  back: fc.bigInt({ min: 1n, max: 3_000n }),
});

/** The ledger's entries of these bets, by time. */
const entriesOf = (bets: readonly Bet[]): PlayEntry[] =>
  bets
    .flatMap(({ at, stake, fate, afterMs, back }, i) => {
      const later = new Date(at.getTime() + afterMs);
      const entry = (kind: string, amountMinor: bigint, when: Date) => ({
        version: 0n,
        kind,
        amountMinor,
        ref: `bet-${i}`,
        at: when,
      });
      const isRefused = fate === 'live_refused';
      const staked = entry(isRefused ? 'live_delay' : 'stake', -stake, at);
      if (fate === 'open') return [staked];
      if (fate !== 'corrected' && fate !== 'undone')
        return [staked, entry(fate, fate === 'refund' || isRefused ? stake : back, later)];
      const last = new Date(later.getTime() + afterMs);
      if (fate === 'undone')
        return [staked, entry('refund', stake, later), entry('correction', -stake, last)];
      return [staked, entry('payout', back, later), entry('correction', -back, last)];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());

test.each(zones)('stakes that still run are found on the days they were counted, in %s', (zone) => {
  const calendar = createCalendar(zone);
  fc.assert(
    fc.property(fc.array(bet, { maxLength: 25 }), (bets) => {
      const sums: StakeSums = noSums();
      for (const entry of entriesOf(bets)) addEntry(sums, entry, calendar);
      const running = bets.flatMap((one, i) => (one.fate === 'open' ? [{ ...one, id: `bet-${i}` }] : []));
      const days = openByDay(
        sums,
        // A bet whose stake is not among the entries is left out.
        [...running.map(({ id, stake }) => ({ id, stakeMinor: stake })), { id: 'elsewhere', stakeMinor: 5n }],
      );
      for (const [day, openMinor] of days) {
        const own = running.filter(({ at }) => shown(at, zone) === day);
        expect(openMinor).toBe(own.reduce((sum, { stake }) => sum + stake, 0n));
        // Nothing that runs was lost: without returns the net of the day is what the other stakes cost.
        expect(openMinor <= (sums.days.get(day)?.stakes ?? 0n)).toBe(true);
      }
      expect([...days.values()].reduce((sum, minor) => sum + minor, 0n)).toBe(
        running.reduce((sum, { stake }) => sum + stake, 0n),
      );
    }),
  );
});

describe('stakes and losses', () => {
  test.each(zones)('equal a plain recount in every period, in %s', (zone) => {
    const calendar = createCalendar(zone);
    fc.assert(
      fc.property(fc.array(bet, { maxLength: 25 }), moment, (bets, now) => {
        const sums: StakeSums = noSums();
        for (const entry of entriesOf(bets)) addEntry(sums, entry, calendar);
        for (const period of limitPeriods) {
          const from = calendar.startOf(periodOf(shown(now, zone), period).from);
          let [stakes, refunded, returns] = [0n, 0n, 0n];
          for (const { at, stake, fate, afterMs, back } of bets) {
            const counts = fate !== 'live_refused' && at >= from;
            if (counts) stakes += stake;
            if (counts && fate === 'refund') refunded += stake;
            const [later, last] = [at.getTime() + afterMs, at.getTime() + 2 * afterMs];
            const isBack = later >= from.getTime();
            if (isBack && (fate === 'refund' || fate === 'undone')) returns += stake;
            if (isBack && ['payout', 'cash_out', 'corrected'].includes(fate)) returns += back;
            if (last < from.getTime()) continue;
            if (fate === 'corrected') returns -= back;
            // A revoked void: the stake counts against its limit again.
            if (fate === 'undone') returns -= stake;
          }
          const day = shown(now, zone);
          expect(usedOf(sums, { kind: 'stake', period }, day)).toBe(stakes - refunded);
          expect(usedOf(sums, { kind: 'loss', period }, day)).toBe(stakes - returns);
          expect(sumFrom(sums, periodOf(day, period).from)).toMatchObject({ stakes, returns, refunded });
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('a stake is checked', () => {
  const calendar = createCalendar('Europe/Berlin');
  const at = (text: string): Date => new Date(`2026-10-25T${text}Z`);
  const stake = (minor: bigint, when: Date, ref = 'a'): PlayEntry => ({
    version: 1n,
    kind: 'stake',
    amountMinor: -minor,
    ref,
    at: when,
  });
  const judge = (settings: Partial<Settings>, entries: PlayEntry[], stakeMinor: bigint, now: Date) => {
    const sums = noSums();
    for (const entry of entries) addEntry(sums, entry, calendar);
    const all = { hold: undefined, reality: undefined, limits: [], ...settings };
    return judgeStake(all, sums, { stakeMinor, now, calendar, scale: 2 });
  };

  test('by what it could lose, to the cent, until the day of the site is over', () => {
    const limits = [{ kind: 'loss' as const, period: 'day' as const, amountMinor: 1_000n }];
    const lost = [stake(700n, at('08:00:00'))];
    expect(judge({ limits }, lost, 300n, at('22:59:59'))).toBeUndefined();
    // The day on which clocks go back has 25 hours.
    expect(judge({ limits }, lost, 301n, at('22:59:59'))).toEqual({
      refusal: 'limit_reached',
      detail: { limit: 'loss', period: 'day', left: '3.00', until: '2026-10-25T23:00:00.000Z' },
    });
    expect(judge({ limits }, lost, 1_000n, at('23:00:00'))).toBeUndefined();
    const won = [...lost, { ...stake(0n, at('09:00:00')), kind: 'payout', amountMinor: 2_000n }];
    expect(judge({ limits }, won, 2_300n, at('10:00:00'))).toBeUndefined();
    expect(judge({ limits }, won, 2_301n, at('10:00:00'))?.refusal).toBe('limit_reached');
  });

  test('by the limit that leaves least', () => {
    const limits = [
      { kind: 'stake' as const, period: 'month' as const, amountMinor: 1_500n },
      { kind: 'stake' as const, period: 'day' as const, amountMinor: 900n },
    ];
    const staked = [stake(900n, new Date('2026-10-02T12:00:00Z')), stake(100n, at('08:00:00'), 'b')];
    expect(judge({ limits }, staked, 1_000n, at('09:00:00'))?.detail).toMatchObject({
      limit: 'stake',
      period: 'month',
      left: '5.00',
    });
  });

  test('by the length of play since the last reality check, and a pause ends the session', () => {
    const reality = { minutes: 60, seenAt: null };
    const played = ['10:00:00', '10:25:00', '10:50:00'].map((time) => stake(1n, at(time), time));
    expect(judge({ reality }, played, 1n, at('10:59:59'))).toBeUndefined();
    expect(judge({ reality }, played, 1n, at('11:00:00'))).toEqual({ refusal: 'reality_check', detail: {} });
    expect(judge({ reality }, played, 1n, at('11:20:00'))).toBeUndefined();
    const seen = { minutes: 15, seenAt: at('10:55:00') };
    expect(judge({ reality: seen }, played, 1n, at('11:09:59'))).toBeUndefined();
    expect(judge({ reality: seen }, played, 1n, at('11:10:00'))?.refusal).toBe('reality_check');
  });

  test('not at all during a restriction', () => {
    const hold = {
      kind: 'time_out' as const,
      since: at('08:00:00'),
      until: at('12:00:00'),
      opensAt: at('12:00:00'),
    };
    expect(judge({ hold }, [], 1n, at('11:59:59'))).toEqual({
      refusal: 'excluded',
      detail: { restriction: 'time_out', until: '2026-10-25T12:00:00.000Z' },
    });
    expect(judge({ hold }, [], 1n, at('12:00:00'))).toBeUndefined();
  });
});
