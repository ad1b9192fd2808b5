import { codes, type Reason, reasons } from '@touchline/contract/reasons';
import { asFields, asText, fromJson, type Fields } from '../state/parse.ts';

/** Failures that never reached the server's own answer. */
export type NetworkFailure = 'timeout' | 'aborted' | 'connection' | 'badAnswer';

/**
 * A call that did not succeed. `reason` names a refusal of the server (see the contract) or a failure on the way;
 * `message` is for the operator: the server's words, empty where it said none.
 */
export class CallError extends Error {
  readonly reason: Reason | NetworkFailure;
  /** Of `validation`: message by field. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    reason: Reason | NetworkFailure,
    {
      message = '',
      fields = {},
      cause,
    }: { message?: string; fields?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'CallError';
    this.reason = reason;
    this.fields = fields;
  }
}

/** Whether a code of the second factor is asked for beside the password. */
export const wantsCode = (error: unknown): boolean =>
  error instanceof CallError && (error.reason === 'otp_needed' || error.reason === 'otp_wrong');

/** Whether the same call may work a moment later. */
export const isOnTheWay = (error: unknown): boolean =>
  error instanceof CallError && (error.reason === 'connection' || error.reason === 'timeout');

const isReason = (value: unknown): value is Reason =>
  typeof value === 'string' && Object.hasOwn(reasons, value);

const textsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

/** The data of an answer. @throws CallError when it is a refusal, or no answer of the API */
export const dataOf = (text: string): unknown => {
  const { code, msg, data } = asFields(fromJson(text));
  if (code === codes.success) return data ?? {};
  if (typeof code !== 'number') throw new CallError('badAnswer');
  const { reason, fields } = asFields(data);
  const known = isReason(reason) ? reason : 'fault';
  throw new CallError(code === codes.signInAgain ? 'sign_in' : known, {
    message: asText(msg) ?? '',
    fields: textsOf(asFields(fields)),
  });
};
