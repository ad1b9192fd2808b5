import { isWithin, type Score } from '@touchline/football/score';
import { place, type AcceptedReport, type LiveReport, type MatchPhase } from './word.ts';

/** Betting rests for this long after a goal or a red card, so that it can be disallowed. */
export const STIR_MS = 20_000;
/** A feed may set its clock back by this much before it counts as old. */
const CLOCK_SLACK_MINUTES = 2;

export type FlagKind = 'score_back' | 'clock_back' | 'contradiction' | 'awarded' | 'called_off';

/**
 * The verdict on a report.
 * - `late`: older than the accepted one, and ignored.
 * - `old`: newly sent, but with an earlier state, as from a stale cache. It is no sign of life either.
 * - `doubted`: not accepted without a person; betting stops.
 * - `believed`: accepted as the state of the match.
 */
export type ReportVerdict =
  | { is: 'late' }
  | { is: 'old'; flag?: 'clock_back' }
  | { is: 'doubted'; flag: FlagKind }
  | { is: 'believed'; believed: AcceptedReport; isSuspended: boolean };

/**
 * Judges a report against the accepted state. Goals and time only go forward: a report that goes back is old
 * or doubted, so that true reports in any order, repeated or delayed, end at the newest of them.
 */
export const hear = (known: AcceptedReport | undefined, word: LiveReport): ReportVerdict => {
  if (known !== undefined && word.asOf < known.asOf) return { is: 'late' };
  if (word.phase === undefined) {
    // A postponement before the kick-off is common, and can be revoked.
    return { is: 'doubted', flag: word.off === 'awarded' ? 'awarded' : 'called_off' };
  }
  const { phase } = word;
  if (!isPossible(word, phase)) return { is: 'doubted', flag: 'contradiction' };
  if (known !== undefined) {
    const backMinutes = minutesBack(known, word, phase);
    if (backMinutes > 0 && isWithin(word.score, known.score)) {
      return backMinutes > CLOCK_SLACK_MINUTES ? { is: 'old', flag: 'clock_back' } : { is: 'old' };
    }
    if (backMinutes > CLOCK_SLACK_MINUTES) return { is: 'doubted', flag: 'contradiction' };
    if (!isWithin(known.score, word.score)) {
      return { is: 'doubted', flag: isWithin(word.score, known.score) ? 'score_back' : 'contradiction' };
    }
    if (known.ht !== undefined && word.ht !== undefined && !isSame(known.ht, word.ht)) {
      return { is: 'doubted', flag: 'contradiction' };
    }
  }
  return believe(known, word, phase);
};

const believe = (known: AcceptedReport | undefined, word: LiveReport, phase: MatchPhase): ReportVerdict => {
  const ht = word.ht ?? known?.ht;
  const redCards = word.redCards ?? known?.redCards;
  const isStirred =
    !isSame(word.score, known?.score ?? { home: 0, away: 0 }) ||
    !isSame(redCards ?? { home: 0, away: 0 }, known?.redCards ?? { home: 0, away: 0 });
  const stirredAt = isStirred ? word.asOf : known?.stirredAt;
  const believed: AcceptedReport = {
    asOf: word.asOf,
    phase,
    score: word.score,
    clockMinute: known?.phase === phase ? Math.max(known.clockMinute, word.clockMinute) : word.clockMinute,
    ht,
    redCards,
    stirredAt,
  };
  const isFresh = stirredAt !== undefined && word.asOf - stirredAt < STIR_MS;
  // Without the half-time score the second half cannot be priced.
  const isBlind = phase === 'second_half' && ht === undefined;
  return { is: 'believed', believed, isSuspended: word.isHalted || isFresh || isBlind };
};

/** How many minutes a report is behind the accepted state; another phase counts as many. */
const minutesBack = (known: AcceptedReport, word: LiveReport, phase: MatchPhase): number => {
  if (phase === known.phase) return known.clockMinute - word.clockMinute;
  return place(phase) < place(known.phase) ? Number.POSITIVE_INFINITY : 0;
};

/** Whether a report is consistent. */
const isPossible = ({ score, ht }: LiveReport, phase: MatchPhase): boolean => {
  if (phase === 'before') return isSame(score, { home: 0, away: 0 });
  if (ht === undefined) return true;
  if (place(phase) < place('half_time')) return false;
  return phase === 'half_time' ? isSame(ht, score) : isWithin(ht, score);
};

const isSame = (a: Score, b: Score): boolean => a.home === b.home && a.away === b.away;
