import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hear, STIR_MS, type ReportVerdict } from './hear.ts';
import { phases, type AcceptedReport, type LiveReport, type MatchPhase } from './word.ts';

const at = (
  asOf: number,
  phase: MatchPhase,
  clockMinute: number,
  home: number,
  away: number,
  more: object = {},
) => ({
  asOf,
  phase,
  clockMinute,
  score: { home, away },
  kickOff: new Date(0),
  goals: [],
  isHalted: false,
  ...more,
});
const ht = (home: number, away: number) => ({ ht: { home, away } });
const told = (
  ...words: LiveReport[]
): { known: AcceptedReport | undefined; last: ReportVerdict | undefined } => {
  let known: AcceptedReport | undefined;
  let last: ReportVerdict | undefined;
  for (const word of words) {
    last = hear(known, word);
    if (last.is === 'believed') known = last.believed;
  }
  return { known, last };
};

describe('a report of a live feed', () => {
  it('is accepted when it goes forward, and betting rests after a goal', () => {
    const first = at(0, 'first_half', 10, 0, 0);
    const goal = at(10_000, 'first_half', 11, 1, 0);
    expect(told(first).last).toMatchObject({ is: 'believed', isSuspended: false });
    expect(told(first, goal).last).toMatchObject({ is: 'believed', isSuspended: true });
    expect(told(first, goal, { ...goal, asOf: 10_000 + STIR_MS }).last).toMatchObject({ isSuspended: false });
  });

  it('stops betting at a red card too', () => {
    const card = at(10_000, 'first_half', 11, 0, 0, { redCards: { home: 0, away: 1 } });
    expect(told(at(0, 'first_half', 10, 0, 0), card).last).toMatchObject({ isSuspended: true });
  });

  it('older than the accepted one is late', () => {
    expect(told(at(20, 'first_half', 12, 1, 0), at(10, 'first_half', 11, 0, 0)).last).toEqual({ is: 'late' });
  });

  it('repeated changes nothing', () => {
    const word = at(20, 'first_half', 12, 1, 0);
    expect(told(word, word).known).toEqual(told(word).known);
  });

  it('with an earlier state is old, even when newly sent', () => {
    expect(told(at(20, 'second_half', 60, 1, 0), at(30, 'second_half', 50, 1, 0)).last).toEqual({
      is: 'old',
      flag: 'clock_back',
    });
    expect(told(at(20, 'second_half', 60, 1, 0), at(30, 'first_half', 40, 1, 0)).last).toMatchObject({
      is: 'old',
    });
    expect(told(at(20, 'second_half', 60, 1, 0), at(30, 'second_half', 59, 1, 0)).last).toEqual({
      is: 'old',
    });
  });

  it('with fewer goals is doubted: a goal may have been disallowed', () => {
    const { known, last } = told(at(20, 'first_half', 30, 1, 0), at(30, 'first_half', 31, 0, 0));
    expect(last).toEqual({ is: 'doubted', flag: 'score_back' });
    expect(known?.score).toEqual({ home: 1, away: 0 });
    const whole = told(at(20, 'second_half', 89, 2, 1, ht(1, 0)), at(30, 'over', 90, 1, 1, ht(1, 0)));
    expect(whole.last).toEqual({ is: 'doubted', flag: 'score_back' });
  });

  it.each([
    ['other goals', at(30, 'first_half', 31, 0, 1)],
    ['a half-time score above the score', at(30, 'second_half', 50, 1, 0, ht(2, 0))],
    ['half time before it', at(30, 'first_half', 31, 1, 0, ht(0, 0))],
    ['another score at half time than half time has', at(30, 'half_time', 45, 2, 0, ht(1, 0))],
    ['goals before kick-off', at(30, 'before', 0, 1, 0)],
    ['more goals in an earlier phase', at(30, 'before', 0, 3, 3)],
  ])('that contradicts is not believed: %s', (_, word) => {
    expect(told(at(20, 'first_half', 30, 1, 0), word).last).toEqual({ is: 'doubted', flag: 'contradiction' });
  });

  it('with another half-time score than the recorded one is doubted', () => {
    const { last } = told(at(20, 'half_time', 45, 1, 0, ht(1, 0)), at(30, 'second_half', 50, 1, 1, ht(0, 1)));
    expect(last).toEqual({ is: 'doubted', flag: 'contradiction' });
  });

  it('of a second half without a half-time score closes betting', () => {
    expect(told(at(20, 'second_half', 50, 1, 0)).last).toMatchObject({ is: 'believed', isSuspended: true });
  });

  it.each([
    ['abandoned', 'called_off'],
    ['cancelled', 'called_off'],
    ['awarded', 'awarded'],
  ] as const)('that it is %s waits for a person', (off, flag) => {
    const word: LiveReport = { ...at(30, 'before', 0, 0, 0), phase: undefined, off };
    expect(told(at(20, 'first_half', 30, 1, 0), word).last).toEqual({ is: 'doubted', flag });
  });
});

/** A real match: one report a minute, goals at random. */
const histories = fc
  .array(fc.constantFrom<'home' | 'away' | undefined>(undefined, undefined, 'home', 'away'), {
    minLength: 12,
    maxLength: 12,
  })
  .map((goals): LiveReport[] => {
    const score = { home: 0, away: 0 };
    let half = { home: 0, away: 0 };
    const words: LiveReport[] = [at(0, 'before', 0, 0, 0)];
    for (const [index, side] of goals.entries()) {
      if (side !== undefined) score[side] += 1;
      const minute = (index + 1) * 7.5;
      const asOf = (index + 1) * 60_000;
      const now = [score.home, score.away] as const;
      if (index < 5) words.push(at(asOf, 'first_half', minute, ...now));
      else if (index === 5) words.push(at(asOf, 'half_time', 45, ...now, ht(...now)));
      else if (index < 11) words.push(at(asOf, 'second_half', minute, ...now, { ht: half }));
      else words.push(at(asOf, 'over', 90, ...now, { ht: half }));
      if (index === 5) half = { ...score };
    }
    return words;
  });

const end = ({ known }: ReturnType<typeof told>) => ({
  phase: known?.phase,
  score: known?.score,
  ht: known?.ht,
});

describe('any order', () => {
  it('true reports, late and repeated in any order, end where the match ended', () => {
    const shuffled = histories.chain((words) =>
      fc.array(fc.nat(words.length - 1), { maxLength: 30 }).chain((again) =>
        fc.tuple(
          fc.constant(words),
          fc.shuffledSubarray([...words, ...again.flatMap((n) => words[n] ?? [])], {
            minLength: words.length + again.length,
          }),
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([words, heard]) => {
        expect(end(told(...heard))).toEqual(end(told(...words)));
      }),
    );
  });

  it('true reports with stale ones between them end there too', () => {
    const withOld = histories.chain((words) =>
      fc.tuple(
        fc.constant(words),
        fc.array(fc.record({ after: fc.nat(words.length - 1), from: fc.nat(words.length - 1) }), {
          maxLength: 12,
        }),
      ),
    );
    fc.assert(
      fc.property(withOld, ([words, pictures]) => {
        // A stale report, sent again right after a newer one.
        const heard = words.flatMap((word, index) => [
          word,
          ...pictures
            .filter(({ after, from }) => after === index && from < index)
            .flatMap(({ from }) => ({ ...(words[from] ?? word), asOf: word.asOf + 1 })),
        ]);
        expect(end(told(...heard))).toEqual(end(told(...words)));
      }),
    );
  });

  it('no reports, true or false, ever take an accepted goal or phase back', () => {
    const score = fc.record({ home: fc.nat(4), away: fc.nat(4) });
    const any = fc.record({
      asOf: fc.nat(1_000),
      phase: fc.constantFrom(...phases),
      clockMinute: fc.nat(95),
      score,
      ht: fc.option(score, { nil: undefined }),
      kickOff: fc.constant(new Date(0)),
      goals: fc.constant([]),
      isHalted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (words) => {
        let known: AcceptedReport | undefined;
        for (const word of words) {
          const heard = hear(known, word);
          if (heard.is !== 'believed') continue;
          const { believed } = heard;
          expect(phases.indexOf(believed.phase)).toBeGreaterThanOrEqual(
            phases.indexOf(known?.phase ?? 'before'),
          );
          expect(believed.score.home).toBeGreaterThanOrEqual(known?.score.home ?? 0);
          expect(believed.score.away).toBeGreaterThanOrEqual(known?.score.away ?? 0);
          expect(
            known?.ht === undefined ||
              (known.ht.home === believed.ht?.home && known.ht.away === believed.ht.away),
          ).toBe(true);
          known = believed;
        }
      }),
    );
  });
});
