import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  checkClaim,
  completed,
  contradicts,
  implies,
  ImpossibleResult,
  isSame,
  type ResultClaim,
} from './claim.ts';
import { newId } from '../../core/ids.ts';
import { COMMAND_LINE, operatorActor, operatorIdOf } from './actor.ts';
import { stillNeeded } from './decisions.ts';
import { CORRECTION_MS, judgeClaim, needsTwo, endedBy, type RecordedClaim } from './judge-claim.ts';

const score = (text: string | undefined) => {
  const [home, away] = (text ?? '').split('-').map(Number);
  return home === undefined || away === undefined ? undefined : { home, away };
};
const played = (ht: string | undefined, ft?: string): ResultClaim => ({
  kind: 'played',
  ht: score(ht),
  ft: score(ft),
});
const version = (
  n: number,
  claim: ResultClaim,
  source: string,
  state: RecordedClaim['state'] = 'proposed',
  over: Partial<RecordedClaim> = {},
): RecordedClaim => ({ version: n, claim, source, state, flag: undefined, ageMs: 0, ...over });
const nothing = { confirm: [], flag: [], withdraw: [] };

describe('an impossible result is refused by name', () => {
  const problem = (claim: ResultClaim): string => {
    try {
      checkClaim(claim);
    } catch (error) {
      if (error instanceof ImpossibleResult) return error.problem;
    }
    return 'possible';
  };
  it.each([
    [played('1-0', '0-3'), 'half_above_full'],
    [{ kind: 'played', ft: { home: 1.5, away: 0 } } as const, 'not_whole_goals'],
    [{ kind: 'played', ft: { home: Number.NaN, away: 0 } } as const, 'not_whole_goals'],
    [{ kind: 'played', ft: { home: -1, away: 0 } } as const, 'not_whole_goals'],
    [played(undefined, '41-0'), 'absurd'],
    [played(undefined), 'no_score'],
    [{ kind: 'awarded' } as const, 'no_score'],
    [{ kind: 'postponed', ft: { home: 0, away: 0 } } as const, 'score_unplayed'],
    [played('1-0', '1-0'), 'possible'],
    [{ kind: 'abandoned' } as const, 'possible'],
    [played(undefined, '31-0'), 'possible'],
  ])('%j: %s', (claim, named) => expect(problem(claim)).toBe(named));

  it('also when only the confirmed half-time score makes it so', () => {
    expect(() => completed(played(undefined, '0-0'), played('1-0'))).toThrow('half_above_full');
    expect(() => completed({ kind: 'postponed' }, played('1-0'))).toThrow('score_unplayed');
    expect(completed(played(undefined, '2-1'), played('1-0'))).toEqual(played('1-0', '2-1'));
  });
});

describe('one source', () => {
  it('proposes, and repeating itself adds nothing, also after a rejection', () => {
    expect(judgeClaim(played('1-0'), { source: 'a' }, [])).toEqual({ ...nothing, propose: {} });
    for (const state of ['proposed', 'confirmed', 'rejected'] as const) {
      const record = [version(1, played('1-0', '2-1'), 'a', state)];
      expect(judgeClaim(played('1-0', '2-1'), { source: 'a' }, record)).toEqual(nothing);
    }
    const overruled = [
      version(1, played('1-0', '2-1'), 'a', 'confirmed'),
      version(2, played('1-0', '2-2'), 'office', 'confirmed'),
    ];
    expect(judgeClaim(played('1-0', '2-1'), { source: 'a' }, overruled)).toEqual(nothing);
  });

  it('that changes its claim withdraws the old one', () => {
    const record = [version(1, played(undefined, '2-1'), 'a')];
    expect(judgeClaim(played(undefined, '2-2'), { source: 'a' }, record)).toEqual({
      ...nothing,
      withdraw: [1],
      propose: {},
    });
  });

  it('that is trusted is confirmed at once, but never overwrites a confirmed result', () => {
    const told = { source: 'replay', by: 'feed:replay' };
    expect(judgeClaim(played('1-0'), told, []).propose).toEqual({ confirmedBy: 'feed:replay' });
    const record = [version(1, played('1-0', '1-0'), 'replay', 'confirmed')];
    expect(judgeClaim(played('1-0', '1-1'), told, record).propose).toEqual({ flag: 'contradicts_confirmed' });
  });
});

describe('a second source', () => {
  it('that agrees confirms', () => {
    const record = [version(1, played('1-0', '2-1'), 'a')];
    expect(judgeClaim(played('1-0', '2-1'), { source: 'b' }, record)).toEqual({ ...nothing, confirm: [1] });
  });

  it('confirms the part it agrees with, in both directions', () => {
    const half = [version(1, played('1-0'), 'a')];
    expect(judgeClaim(played('1-0', '2-1'), { source: 'b' }, half)).toEqual({
      ...nothing,
      confirm: [1],
      propose: {},
    });
    const whole = [version(1, played('1-0', '2-1'), 'a')];
    expect(judgeClaim(played(undefined, '2-1'), { source: 'b' }, whole)).toEqual({
      ...nothing,
      propose: { confirmedBy: 'a' },
    });
  });

  it('that contradicts a proposal leaves both to a person', () => {
    const record = [version(1, played(undefined, '2-1'), 'a')];
    expect(judgeClaim(played(undefined, '2-2'), { source: 'b' }, record)).toEqual({
      ...nothing,
      flag: [1],
      propose: { flag: 'contradicts_proposed' },
    });
    const flagged = [
      version(1, played(undefined, '2-1'), 'a', 'proposed', { flag: 'contradicts_proposed' }),
      version(2, played(undefined, '2-2'), 'b', 'proposed', { flag: 'contradicts_proposed' }),
    ];
    const third = judgeClaim(played(undefined, '2-1'), { source: 'c' }, flagged);
    expect(third).toEqual(nothing);
  });

  it('that contradicts the confirmed result is a proposal for a person, and never overwrites', () => {
    const record = [version(1, played('1-0', '2-1'), 'a', 'confirmed')];
    expect(judgeClaim(played('1-0', '2-2'), { source: 'b' }, record).propose).toEqual({
      flag: 'contradicts_confirmed',
    });
    expect(judgeClaim(played('1-0'), { source: 'b' }, record)).toEqual(nothing);
  });
});

describe('the command line', () => {
  const claim = played('1-0', '2-1');
  it.each([
    ['openfootball', COMMAND_LINE, true],
    [COMMAND_LINE, 'openfootball', true],
    [COMMAND_LINE, COMMAND_LINE, false],
    [COMMAND_LINE, 'operator:anna', false],
    ['operator:anna', COMMAND_LINE, false],
  ])('is one source of two: the claim of %s, then of %s, confirmed: %s', (first, second, isConfirmed) => {
    const judged = judgeClaim(claim, { source: second }, [version(1, claim, first)]);
    expect(judged.confirm).toEqual(isConfirmed ? [1] : []);
    expect(judged.propose).toBeUndefined();
  });

  it('needs two operators, where a feed needs one', () => {
    expect(stillNeeded(version(1, claim, 'openfootball'), [])).toBe(1);
    expect(stillNeeded(version(1, claim, COMMAND_LINE), [])).toBe(2);
    expect(
      stillNeeded(version(1, claim, COMMAND_LINE, 'proposed', { approvedBy: operatorActor(newId()) }), []),
    ).toBe(1);
  });

  it('is no operator, also where a release of before wrote it as one', () => {
    const id = newId();
    expect([operatorActor(id), 'operator:root', COMMAND_LINE, 'feed:a'].map(operatorIdOf)).toEqual([
      id,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a person', () => {
  it('decides between proposals, and corrects what counts', () => {
    const record = [
      version(1, played('1-0', '2-1'), 'a', 'confirmed'),
      version(2, played('1-0', '2-2'), 'b', 'proposed', { flag: 'contradicts_confirmed' }),
    ];
    const office = { source: 'office', by: 'ada' };
    expect(judgeClaim(played('1-0', '2-2'), office, record)).toEqual({ ...nothing, confirm: [2] });
    expect(judgeClaim(played('1-0', '3-2'), office, record).propose).toEqual({ confirmedBy: 'ada' });
    expect(endedBy(played('1-0', '3-2'), 3, record)).toEqual({ rejected: [2], superseded: [] });
    const half = [version(1, played('1-0'), 'a'), version(2, played('0-0'), 'b')];
    expect(endedBy(played('1-0', '3-2'), 3, half)).toEqual({ rejected: [2], superseded: [1] });
  });

  it('needs a second one after 72 hours from the first confirmation of the changed result', () => {
    const [early, late] = [CORRECTION_MS, CORRECTION_MS + 1].map((ageMs) => [
      version(1, played('1-0', '2-1'), 'a', 'confirmed', { ageMs }),
      version(2, played('1-0', '2-2'), 'ada', 'confirmed', { ageMs: 0 }),
    ]);
    expect(needsTwo(played('1-0', '3-1'), early ?? [])).toBe(false);
    expect(needsTwo(played('1-0', '3-1'), late ?? [])).toBe(true);
    expect(needsTwo(played('1-0', '2-1'), late ?? [])).toBe(true);
    expect(needsTwo(played('1-0', '2-2'), late ?? [])).toBe(false);
  });
});

it('an award is recorded in addition to the match as it was played', () => {
  const record = [version(1, played('1-0', '2-1'), 'a', 'confirmed')];
  const award: ResultClaim = { kind: 'awarded', ft: { home: 0, away: 3 } };
  expect(judgeClaim(award, { source: 'a' }, record)).toEqual({ ...nothing, propose: {} });
  expect(endedBy(award, 2, [version(1, played('1-0', '2-1'), 'a')])).toEqual({
    rejected: [],
    superseded: [],
  });
});

it('a claim about an abandoned match contradicts its end, not its first half', () => {
  const abandoned: ResultClaim = { kind: 'abandoned', ht: { home: 1, away: 0 }, ft: { home: 1, away: 1 } };
  expect(contradicts(abandoned, played('1-0', '2-1'))).toBe(true);
  expect(contradicts(abandoned, played('1-0'))).toBe(false);
  expect(implies(abandoned, played('1-0'))).toBe(true);
});

const goals = fc.record({ home: fc.nat(2), away: fc.nat(2) });
const claims = fc
  .record({
    kind: fc.constantFrom('played' as const, 'abandoned' as const),
    ht: fc.option(goals, { nil: undefined }),
    ft: fc.option(goals, { nil: undefined }),
  })
  .filter((claim) => claim.ht !== undefined || claim.ft !== undefined);

it('no claim implies one that it contradicts, and sameness is symmetric', () => {
  fc.assert(
    fc.property(claims, claims, (a, b) => {
      expect(implies(a, b) && contradicts(a, b)).toBe(false);
      expect(contradicts(a, b)).toBe(contradicts(b, a));
      expect(isSame(a, b)).toBe(isSame(b, a));
      expect(isSame(a, a)).toBe(true);
    }),
  );
});
