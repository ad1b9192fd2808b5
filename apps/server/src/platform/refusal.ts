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

/** A call of the office that was refused, as the audit log tells of it. */
export type RefusedCall = {
  /** Name of the call in the contract. */
  call: string;
  reason: Reason;
  /** Null: somebody who is not signed in. */
  operator: { id: string } | null;
  /** What it was about, as far as the caller said so in words that may be kept. */
  ids: Readonly<Record<string, string>>;
  address: string;
};

/** Finds who changed what a refused call of the office was about; undefined where no operator did. */
export type FindMeanwhile = (about: {
  call: string;
  ids: Readonly<Record<string, string>>;
}) => Promise<Meanwhile | undefined>;

/** Writes down what was refused. */
export type NoteRefused = (refused: RefusedCall) => Promise<void>;
