import type { Meanwhile } from '@touchline/contract/envelope';
import { codes, type Reason, reasons } from '@touchline/contract/reasons';
import { memberOrigins, type AuditAction, type MemberOrigin } from '@touchline/contract/shapes/office';
import { asFields, asText, fromJson, type Fields } from '../state/parse.ts';

/** Failures that never reached the server's own answer. */
export type NetworkFailure = 'timeout' | 'aborted' | 'connection' | 'badAnswer' | 'badStatus';

/**
 * A call that did not succeed. `reason` names a refusal of the server (see the contract) or a failure on the way;
 * `message` is for the operator: the server's words, empty where it said none.
 */
export class CallError extends Error {
  readonly reason: Reason | NetworkFailure;
  /** Of `validation`: message by field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Who changed what was decided on, where somebody was quicker. */
  readonly meanwhile: Meanwhile | undefined;
  /** Of `member_origin`: what the operator and the member both used. */
  readonly memberOrigin: MemberOrigin | undefined;

  constructor(
    reason: Reason | NetworkFailure,
    {
      message = '',
      fields = {},
      meanwhile,
      memberOrigin,
      cause,
    }: {
      message?: string;
      fields?: Record<string, string>;
      meanwhile?: Meanwhile | undefined;
      memberOrigin?: MemberOrigin | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause });
    this.name = 'CallError';
    this.reason = reason;
    this.fields = fields;
    this.meanwhile = meanwhile;
    this.memberOrigin = memberOrigin;
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

/** An action of the log as the contract types it: both sides are built from one contract and shipped together. */
const isAction = (value: unknown): value is AuditAction => typeof value === 'string';

const meanwhileOf = (data: Fields): Meanwhile | undefined => {
  const { by, action, at } = asFields(data['meanwhile']);
  return isAction(action) && typeof by === 'string' && typeof at === 'string'
    ? { by, action, at }
    : undefined;
};

/**
 * The data of an answer. A success counts only with an HTTP status of 200 to 299.
 * @param isOk whether the status was 200 to 299
 * @throws CallError when it is a refusal, or no answer of the API
 */
export const dataOf = (text: string, isOk: boolean): unknown => {
  const { code, msg, data } = asFields(fromJson(text));
  if (!isOk && (typeof code !== 'number' || code === codes.success)) throw new CallError('badStatus');
  if (code === codes.success) return data ?? {};
  if (typeof code !== 'number') throw new CallError('badAnswer');
  const refusal = asFields(data);
  const { reason, fields } = refusal;
  const known = isReason(reason) ? reason : 'fault';
  throw new CallError(code === codes.signInAgain ? 'sign_in' : known, {
    message: asText(msg) ?? '',
    fields: textsOf(asFields(fields)),
    meanwhile: meanwhileOf(refusal),
    memberOrigin: memberOrigins.find((each) => each === refusal['memberOrigin']),
  });
};
