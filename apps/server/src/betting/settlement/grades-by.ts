import type { Queryable } from '../../core/database/database.ts';
import { gradeEvent, type DecidedMarket, type MatchDecision, type Grade } from './grading.ts';
import { selectQuoted, selectSinces } from './ruling-rows.ts';

/**
 * Grades of every possible leg on the event by a decision, and the new states of its markets; `isWhole` when
 * it decides them all.
 */
export const gradesBy = async (
  on: Queryable,
  eventId: string,
  decision: MatchDecision,
): Promise<{ grades: Grade[]; markets: DecidedMarket[]; isWhole: boolean }> => {
  const quoted = await selectQuoted(on, eventId);
  // A plain result implies every score at which a leg may have been struck.
  const isPlain = decision.voids.length === 0 && decision.counting?.kind === 'played';
  const graded = gradeEvent(quoted, decision, isPlain ? [] : await selectSinces(on, eventId));
  return { ...graded, isWhole: graded.markets.length === quoted.length };
};
