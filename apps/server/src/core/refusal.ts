import type { Meanwhile, Refusal } from '@touchline/contract/envelope';
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

/** A refused call of the office, as the audit log records it. */
export type RefusedCall = {
  /** Name of the call in the contract. */
  call: string;
  reason: Reason;
  /** Null for a caller who is not signed in. */
  operator: { id: string } | null;
  /** The subjects of the call, as far as its input names them in words that may be stored. */
  ids: Readonly<Record<string, string>>;
  address: string;
};

/** Finds who changed the subject of a refused call of the office; undefined where no operator did. */
export type FindMeanwhile = (about: {
  call: string;
  ids: Readonly<Record<string, string>>;
}) => Promise<Meanwhile | undefined>;

/** Records a refused call. */
export type NoteRefused = (refused: RefusedCall) => Promise<void>;
