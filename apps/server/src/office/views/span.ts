import { limits } from '@touchline/contract/limits';
import { dayAfter } from '../../core/local-time.ts';
import { Refused } from '../../core/refusal.ts';

/**
 * Reads the first and last day of a request.
 * @throws Refused `validation` when the last is before the first, or there are too many
 */
export const spanOf = ({ from, to }: { from: string; to: string }): { from: string; to: string } => {
  if (to < from || to >= dayAfter(from, limits.reportDaysMax)) {
    throw new Refused('validation', { rules: { to: 'range' } });
  }
  return { from, to };
};
