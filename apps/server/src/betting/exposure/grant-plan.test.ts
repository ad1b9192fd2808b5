import { grade } from '@touchline/football/grade';
import type { Score } from '@touchline/football/score';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundOf, planGrant, type Allowance, type GrantPlan, type Outstanding } from './grant-plan.ts';
import { createLegBook } from './legs.ts';
import { pendingSums } from './slip.ts';
import { EventRisk, type Limits } from './event-exposure.ts';
import { addTo, none, sumOf, type LegSums, type Totals } from './totals.ts';

const legs = createLegBook();
const names = [
  '1x2||1|',
  '1x2||X|',
  '1x2||2|',
  'ht_1x2||X|',
  'over_under|2.5|over|',
  'over_under|2.5|under|',
  'over_under|2.25|under|',
  'asian_handicap|-0.75|home|',
  'asian_handicap|0.75|away|',
  'asian_handicap|-1|home|1-0',
  'correct_score||2-1|',
  'ht_ft||X/1|',
  'btts||yes|',
];

const ends: { ht: Score; ft: Score }[] = [];
for (let home = 0; home <= 4; home++)
  for (let away = 0; away <= 4; away++)
    for (let htHome = 0; htHome <= home; htHome++)
      for (let htAway = 0; htAway <= away; htAway++)
        ends.push({ ht: { home: htHome, away: htAway }, ft: { home, away } });

/** The outcome of each leg, by the published grades; undefined where it could not have been struck. */
const graded = new Map(
  names.map((name) => {
    const { leg, since } = legs(name);
    const line = leg.line === '' ? undefined : leg.line;
    return [
      name,
      ends.map(({ ht, ft }) =>
        since && (since.home > ft.home || since.away > ft.away)
          ? undefined
          : grade(leg.market, leg.selection, line, { ht, ft }, since),
      ),
    ];
  }),
);

/** The most that totals cost at any outcome, of the legs whose name begins so. */
const worstAt = (totals: Totals, only = ''): number => {
  const loss = ends.map(() => 0);
  for (const [name, { stake, potential, combined, pending }] of totals) {
    if (!name.startsWith(only)) continue;
    const gain = potential - stake + pending;
    graded.get(name)?.forEach((outcome, i) => {
      const own =
        outcome === 'win'
          ? gain
          : outcome === 'half-win'
            ? gain / 2
            : outcome === 'half-lose'
              ? -stake / 2
              : outcome === 'lose'
                ? -stake
                : 0;
      loss[i] = (loss[i] ?? 0) + own + (outcome === 'lose' || outcome === undefined ? 0 : combined);
    });
  }
  return Math.max(...loss);
};

/** A reserved bet, and the sequence of leases without a gap in which it was reserved. */
type Aside = { name: string; sums: LegSums; run: number };
/** `own` is everything a process has taken, including reservations; others see only `written`. */
type Process = {
  own: Totals;
  written: Totals;
  asides: Aside[];
  run: number;
  lease?: Outstanding & Pick<GrantPlan, 'limits' | 'whole'>;
};

const amount = fc.integer({ min: 1, max: 1_500 });
const sums = fc.oneof(
  fc
    .record({ stake: amount, gain: amount })
    .map(({ stake, gain }): LegSums => ({ ...none, stake, potential: stake + gain })),
  amount.map((combined): LegSums => ({ ...none, combined })),
);
const who = fc.nat({ max: 3 });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('take' as const), who, name: fc.constantFrom(...names), sums }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('ask' as const), who, name: fc.constantFrom(...names), sums }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('write' as const), who, which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('give back' as const), who, which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('expire' as const), who }) },
);

describe('grants', () => {
  it('give nothing where a cap is exceeded by reservations, also once they are returned', () => {
    const name = '1x2||X|';
    const caps: Limits = { event: Infinity, market: Infinity, selection: 8_000 };
    const written = (gain: number): Totals =>
      new Map([[name, { ...none, stake: 100, potential: 100 + gain }]]);
    const own = written(2_000);
    addTo(own, name, { ...none, pending: 1_000 });
    const plan = planGrant(legs, { idle: written(6_000), others: [], reached: undefined, caps, own });
    addTo(own, name, { ...none, pending: 1_000 }, -1);
    const fits = ({ limits, less }: Allowance): boolean =>
      new EventRisk(legs, limits, sumOf([own, 1], [less, 1])).fits(name, { ...none, pending: 50 });
    // 8,000 are recorded. A share of a negative rest is more than all of it: the whole must be checked as
    // well.
    expect([fits(plan), fits(plan.whole)]).toEqual([true, false]);
  });

  it('never let four processes together exceed a cap, at any score, in any order of bets', () => {
    const caps: Limits = { event: 20_000, market: 12_000, selection: 8_000 };
    let taken = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 60, maxLength: 120, size: 'max' }), (steps) => {
        const processes: Process[] = Array.from({ length: 4 }, () => ({
          own: new Map(),
          written: new Map(),
          asides: [],
          run: 0,
        }));
        const grant = (asking: Process, wish: { name: string; sums: LegSums }): number => {
          const others = processes.filter((one) => one !== asking);
          const view = {
            idle: sumOf(...others.filter(({ lease }) => !lease).map(({ written }) => [written, 1] as const)),
            others: others.flatMap(({ written, lease }) => (lease ? [{ ...lease, written }] : [])),
            reached: undefined,
          };
          const plan = planGrant(legs, { ...view, caps, own: asking.own, wish });
          if (!asking.lease) asking.run++;
          const { limits, counted, less, whole } = plan;
          asking.lease = { limits, counted, less, whole, written: asking.written };
          expect(plan.boundMinor).toBe(boundOf(legs, { ...view, others: [...view.others, asking.lease] }));
          return plan.boundMinor;
        };
        let bound = 0;
        for (const one of steps) {
          const process = processes[one.who];
          if (!process) continue;
          if (one.what === 'expire') delete process.lease;
          else if (one.what === 'ask') bound = grant(process, one);
          else if (one.what === 'take') {
            const { lease, own, run } = process;
            const pending = pendingSums(one.sums);
            const fits = ({ limits, less }: Allowance): boolean =>
              new EventRisk(legs, limits, sumOf([own, 1], [less, 1])).fits(one.name, pending);
            if (!lease || !fits(lease) || !fits(lease.whole)) continue;
            addTo(own, one.name, pending);
            process.asides.push({ name: one.name, sums: one.sums, run });
            taken++;
          } else {
            const at = one.which % Math.max(1, process.asides.length);
            const [aside] = process.asides.splice(at, 1);
            if (!aside) continue;
            addTo(process.own, aside.name, pendingSums(aside.sums), -1);
            if (one.what === 'give back' || !process.lease || aside.run !== process.run) continue;
            addTo(process.own, aside.name, aside.sums);
            addTo(process.written, aside.name, aside.sums);
          }
          const all = sumOf(...processes.map(({ written }) => [written, 1] as const));
          expect(worstAt(all)).toBeLessThanOrEqual(Math.min(caps.event, bound));
          for (const market of ['over_under|2.5', '1x2|', 'asian_handicap|-0.75']) {
            expect(worstAt(all, market)).toBeLessThanOrEqual(caps.market);
          }
          for (const name of names) expect(worstAt(all, name)).toBeLessThanOrEqual(caps.selection);
        }
      }),
      { numRuns: 10 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});
