import type { Score } from '@touchline/football/score';
import type { Fixture, ResultOnRecord } from '../../catalogue/index.ts';
import type { ResultRole } from './plan.ts';

type ReportedScore = { ft: Score; ht?: Score | undefined };

/** The verdict on a source's result, compared with the recorded ones. */
export type ResultVerdict =
  | { is: 'news'; as: ResultRole; against?: ResultOnRecord | undefined }
  /** It equals the confirmed result, or an earlier proposal of this source. */
  | { is: 'known' }
  /** The same final score, but one of both has no half-time score. */
  | { is: 'in_part'; against: ResultOnRecord };

/**
 * Compares a result with the recorded ones. A record without a final score (half time only) does not count yet.
 * @param source of the result: a source does not confirm itself
 */
export const compareResult = (
  told: ReportedScore,
  source: string,
  { confirmed, proposed }: Pick<Fixture, 'confirmed' | 'proposed'>,
): ResultVerdict => {
  if (proposed?.ft !== undefined) return besideProposed(told, source, proposed);
  if (confirmed?.ft !== undefined) return besideConfirmed(told, confirmed);
  return { is: 'news', as: 'first' };
};

const besideConfirmed = (told: ReportedScore, confirmed: ResultOnRecord): ResultVerdict => {
  if (!isSame(told.ft, confirmed.ft)) return { is: 'news', as: 'contradicts_confirmed', against: confirmed };
  if (told.ht === undefined || isSame(told.ht, confirmed.ht)) return { is: 'known' };
  return {
    is: 'news',
    as: confirmed.ht === undefined ? 'completes' : 'contradicts_confirmed',
    against: confirmed,
  };
};

const besideProposed = (told: ReportedScore, source: string, proposed: ResultOnRecord): ResultVerdict => {
  const agrees = isSame(told.ft, proposed.ft) && isSame(told.ht, proposed.ht);
  if (agrees)
    return proposed.source === source
      ? { is: 'known' }
      : { is: 'news', as: 'second_source', against: proposed };
  const differs =
    !isSame(told.ft, proposed.ft) ||
    (told.ht !== undefined && proposed.ht !== undefined && !isSame(told.ht, proposed.ht));
  if (differs) return { is: 'news', as: 'contradicts_proposed', against: proposed };
  if (proposed.source === source) {
    return told.ht === undefined ? { is: 'known' } : { is: 'news', as: 'completes', against: proposed };
  }
  return { is: 'in_part', against: proposed };
};

const isSame = (a: Score | undefined, b: Score | undefined): boolean =>
  a?.home === b?.home && a?.away === b?.away;
