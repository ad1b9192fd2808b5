import type { Result, Score } from '@touchline/football/score';

/** How a match ended, in a source's report. */
export const resultKinds = ['played', 'abandoned', 'postponed', 'cancelled', 'awarded'] as const;
export type ResultKind = (typeof resultKinds)[number];

/** A source's claim about a match. For an abandoned one `ft` is the score at which it stopped. */
export type ResultClaim = Result & { kind: ResultKind };

/** More goals of a side are taken for an error. */
const GOALS_MAX = 40;

export type ResultProblem = 'not_whole_goals' | 'half_above_full' | 'absurd' | 'no_score' | 'score_unplayed';

/** An impossible result; `problem` names the reason. */
export class ImpossibleResult extends RangeError {
  readonly problem: ResultProblem;
  constructor(problem: ResultProblem, what: string) {
    super(`${problem}: ${what}`);
    this.name = 'ImpossibleResult';
    this.problem = problem;
  }
}

/**
 * Refuses impossible claims.
 * @throws ImpossibleResult for goals that are not whole or below 0, more than `GOALS_MAX` of a side, a
 *   half-time score above the full-time score, a played or awarded match without any score, a score of a
 *   match that was never played
 */
export const checkClaim = ({ kind, ht, ft }: ResultClaim): void => {
  const told = `${kind}, half time ${show(ht)}, full time ${show(ft)}`;
  const goals = [ht, ft].flatMap((score) => (score === undefined ? [] : [score.home, score.away]));
  if (!goals.every((one) => Number.isSafeInteger(one) && one >= 0)) {
    throw new ImpossibleResult('not_whole_goals', told);
  }
  if (goals.some((one) => one > GOALS_MAX)) throw new ImpossibleResult('absurd', told);
  if (ht && ft && (ht.home > ft.home || ht.away > ft.away)) {
    throw new ImpossibleResult('half_above_full', told);
  }
  if ((kind === 'played' || kind === 'awarded') && goals.length === 0) {
    throw new ImpossibleResult('no_score', told);
  }
  if ((kind === 'postponed' || kind === 'cancelled') && goals.length > 0) {
    throw new ImpossibleResult('score_unplayed', told);
  }
};

const show = (score: Score | undefined): string =>
  score === undefined ? 'unknown' : `${score.home}-${score.away}`;

/** Whether it has the end of the match, not only that of its first half. */
export const isFinal = ({ kind, ft }: ResultClaim): boolean => kind !== 'played' || ft !== undefined;

const sameScore = (a: Score | undefined, b: Score | undefined): boolean =>
  a?.home === b?.home && a?.away === b?.away;

const scores = ['ht', 'ft'] as const;

/** Whether both cannot be true. */
export const contradicts = (a: ResultClaim, b: ResultClaim): boolean =>
  (a.kind !== b.kind && isFinal(a) && isFinal(b)) ||
  scores.some((of) => a[of] !== undefined && b[of] !== undefined && !sameScore(a[of], b[of]));

/** Whether `whole` contains everything that `part` says. */
export const implies = (whole: ResultClaim, part: ResultClaim): boolean =>
  !contradicts(whole, part) &&
  (whole.kind === part.kind || !isFinal(part)) &&
  scores.every((of) => part[of] === undefined || sameScore(whole[of], part[of]));

export const isSame = (a: ResultClaim, b: ResultClaim): boolean => implies(a, b) && implies(b, a);

/**
 * A claim with the confirmed half-time score where it has none, so that bets settled by it stay settled.
 * @throws ImpossibleResult when its full-time score is below that, or when it says that a match with a first
 *   half was never played: that one was abandoned
 */
export const completed = (claim: ResultClaim, counts: ResultClaim | undefined): ResultClaim => {
  if (claim.ht !== undefined || counts?.ht === undefined || claim.kind === 'awarded') return claim;
  const whole = { ...claim, ht: counts.ht };
  checkClaim(whole);
  return whole;
};
