import { reasons, type Reason } from '@touchline/contract/reasons';
import { Refused } from '../../core/refusal.ts';

const isReason = (reason: string): reason is Reason => Object.hasOwn(reasons, reason);

/** A refusal as stored with its key, or with the waiting order. */
export const storedRefusal = (reason: string, detail: unknown): Refused =>
  new Refused(
    isReason(reason) ? reason : 'fault',
    typeof detail === 'object' && detail !== null ? detail : {},
  );

/** The same for an order that waited for the live delay, and was refused at its end. */
export class RefusedAfterDelay extends Refused {}
