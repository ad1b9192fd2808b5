import type { Refusal } from '@touchline/contract/envelope';
import type { Reason } from '@touchline/contract/reasons';

/** A refusal of the error table: thrown once, rendered once into the envelope in the caller's language. */
export class Refused extends Error {
  readonly reason: Reason;
  readonly detail: Omit<Refusal, 'reason' | 'fields'>;
  constructor(reason: Reason, detail: Omit<Refusal, 'reason' | 'fields'> = {}) {
    super(reason);
    this.reason = reason;
    this.detail = detail;
  }
}
