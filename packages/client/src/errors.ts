import type { Refusal } from '@touchline/contract/envelope';
import type { Reason } from '@touchline/contract/reasons';

/** Codes of failures without an answer of the API. They are negative; the codes of the API are not. */
export const networkCodes = {
  timeout: -1,
  aborted: -2,
  connection: -3,
  badAnswer: -4,
  badStatus: -5,
} as const;
export type NetworkFailure = keyof typeof networkCodes;

/** Details of a refusal, without its reason. `legs` is unread: the slip reads it with its own rules. */
export type Details = { [N in keyof Omit<Refusal, 'reason' | 'legs'>]?: Refusal[N] | undefined } & {
  legs?: unknown;
};

/**
 * A call that did not succeed. `reason` names a refusal of the server (see the contract) or a network failure.
 * `message` is the server's text in the caller's language; it is empty for network failures.
 */
export class CallError extends Error {
  /** Code of the envelope, or a negative code of `networkCodes`. */
  readonly code: number;
  readonly reason: Reason | NetworkFailure;
  /** Data of the refusal: messages by field, bounds, new prices, when to try again. */
  readonly details: Details;
  /** Names the request in the log of the server, where it failed there. */
  readonly requestId: string | undefined;

  constructor(failure: {
    code: number;
    reason: Reason | NetworkFailure;
    message?: string;
    details?: Details;
    requestId?: string | undefined;
    cause?: unknown;
  }) {
    super(failure.message ?? '', { cause: failure.cause });
    this.name = 'CallError';
    this.code = failure.code;
    this.reason = failure.reason;
    this.details = failure.details ?? {};
    this.requestId = failure.requestId;
  }
}

export const networkError = (reason: NetworkFailure, cause?: unknown): CallError =>
  new CallError({ code: networkCodes[reason], reason, cause });

/** Whether no usable answer arrived, so that the same call may work soon after. */
export const isNetworkError = (error: unknown): boolean => error instanceof CallError && error.code < 0;

/** Whether the call may be made once again in silence: not after one that has waited for its whole time already. */
export const mayTryAgain = (error: unknown): boolean =>
  error instanceof CallError && error.code < 0 && error.reason !== 'timeout';

/** Whether the caller aborted the call. */
export const isAborted = (error: unknown): boolean =>
  error instanceof CallError && error.reason === 'aborted';

/** Whether the server could not be reached, or did not answer in time. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.reason === 'connection' || error.reason === 'timeout');

/** Whether the outcome of a call is unknown: the server may have carried it out. */
export const isUnheard = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.code < 0 ||
  error.reason === 'fault' ||
  error.reason === 'unavailable' ||
  error.reason === 'no_answer';

/**
 * Whether the server did not decide, so that a failed call says nothing about the session: it was not reached, answered
 * with something else, or is busy or faulty.
 */
export const isUndecided = (error: unknown): boolean =>
  isUnheard(error) || (error instanceof CallError && error.reason === 'too_many');

/** Whether the server asks for a code of the second factor as well as the password. */
export const needsCode = (error: unknown): boolean =>
  error instanceof CallError && (error.reason === 'otp_needed' || error.reason === 'otp_wrong');
