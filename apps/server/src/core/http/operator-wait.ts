import { Refused } from '../refusal.ts';

/**
 * Refuses decisions of an operator who is new or has a new second factor.
 * @param operator.waitsUntil set only while the operator waits
 * @throws Refused `operator_waits` with `until`
 */
export const refuseWaiting = ({ waitsUntil }: { waitsUntil?: Date | undefined }): void => {
  if (waitsUntil !== undefined) throw new Refused('operator_waits', { until: waitsUntil.toISOString() });
};
