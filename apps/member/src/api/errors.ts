import type { FieldRule, Reason } from '@touchline/contract/reasons';

/** Codes for failures that never reached the server's own answer. */
export const networkCodes = {
  timeout: -1,
  aborted: -2,
  connection: -3,
  badAnswer: -4,
  badStatus: -5,
} as const;
export type NetworkFailure = keyof typeof networkCodes;

type Details = {
  fields?: Record<string, string>;
  rules?: Record<string, FieldRule>;
  min?: string;
  max?: string;
  until?: string;
  legs?: unknown;
};

/**
 * A call that did not succeed. `reason` names a refusal of the server (see the contract) or a network failure;
 * `message` is for the member: the server's words, or empty for network failures, whose text the app has itself.
 */
export class CallError extends Error {
  readonly code: number;
  readonly reason: Reason | NetworkFailure;
  /** What belongs to the refusal: messages by field, bounds, new prices. */
  readonly details: Details;

  constructor(failure: {
    code: number;
    reason: Reason | NetworkFailure;
    message?: string;
    details?: Details;
    cause?: unknown;
  }) {
    super(failure.message ?? '', { cause: failure.cause });
    this.name = 'CallError';
    this.code = failure.code;
    this.reason = failure.reason;
    this.details = failure.details ?? {};
  }
}

export const networkError = (reason: NetworkFailure, cause?: unknown): CallError =>
  new CallError({ code: networkCodes[reason], reason, cause });

/** Whether the failure lies in the connection, so that the same call may work a moment later. */
export const isNetworkError = (error: unknown): boolean => error instanceof CallError && error.code < 0;

/** Whether the caller gave up by itself. */
export const isAborted = (error: unknown): boolean =>
  error instanceof CallError && error.reason === 'aborted';

/** Whether the server could not be reached, or did not answer in time. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.reason === 'connection' || error.reason === 'timeout');

/**
 * Whether the server was not reached or could not decide, so that a failed call says nothing about the session: no
 * connection, an answer of something in between, or a server that is busy or faulty.
 */
export const isUndecided = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.code < 0 ||
  error.reason === 'fault' ||
  error.reason === 'unavailable' ||
  error.reason === 'no_answer' ||
  error.reason === 'too_many';

/** Whether nothing is known of what became of a call: it may have been carried out. */
export const isUnheard = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.code < 0 ||
  error.reason === 'fault' ||
  error.reason === 'unavailable' ||
  error.reason === 'no_answer';
