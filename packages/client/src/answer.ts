import type { Meanwhile } from '@touchline/contract/envelope';
import { codes, type FieldRule, fieldRules, type Reason, reasons } from '@touchline/contract/reasons';
import { CallError, type Details, networkError } from './errors.ts';
import { asFields, asNumber, asText, type Fields, fromJson } from './values.ts';

/** A parsed envelope. */
export type CallAnswer =
  | { code: typeof codes.success; message: string; data: unknown }
  | { code: number; message: string; error: CallError };

const isReason = (value: unknown): value is Reason =>
  typeof value === 'string' && Object.hasOwn(reasons, value);
const isRule = (value: unknown): value is FieldRule => fieldRules.some((rule) => rule === value);
const isText = (value: unknown): value is string => typeof value === 'string';

const pick = <T>(fields: Fields, fits: (value: unknown) => value is T): Record<string, T> => {
  const picked: Record<string, T> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (fits(value)) picked[name] = value;
  }
  return picked;
};

/** The reason of an envelope that names none this client knows. */
const reasonOf = (code: number): Reason => {
  if (code === codes.signInAgain) return 'sign_in';
  if (code === codes.tokenExpired) return 'token_expired';
  return code === codes.insufficient ? 'insufficient' : 'fault';
};

// The lists of these words are in the schemas, which a phone does not load; client and server ship one contract.
const isAction = (value: unknown): value is Meanwhile['action'] => isText(value);
const isOrigin = (value: unknown): value is Details['memberOrigin'] => isText(value);
const isRestriction = (value: unknown): value is Details['restriction'] => isText(value);
const isLimit = (value: unknown): value is Details['limit'] => isText(value);
const isPeriod = (value: unknown): value is Details['period'] => isText(value);

const meanwhileOf = (value: unknown): Meanwhile | undefined => {
  const { by, action, at } = asFields(value);
  return isText(by) && isAction(action) && isText(at) ? { by, action, at } : undefined;
};

const detailsOf = (data: Fields): Details => ({
  fields: pick(asFields(data.fields), isText),
  rules: pick(asFields(data.rules), isRule),
  min: asText(data.min),
  max: asText(data.max),
  left: asText(data.left),
  until: asText(data.until),
  version: asText(data.version),
  legs: data.legs,
  restriction: isRestriction(data.restriction) ? data.restriction : undefined,
  limit: isLimit(data.limit) ? data.limit : undefined,
  period: isPeriod(data.period) ? data.period : undefined,
  meanwhile: meanwhileOf(data.meanwhile),
  memberOrigin: isOrigin(data.memberOrigin) ? data.memberOrigin : undefined,
});

/**
 * Reads the text of an answer. A refusal keeps its reason at every HTTP status, since faults of the server carry the
 * envelope too; a success counts only with a status of 200 to 299.
 * @param isOk whether the HTTP status was 200 to 299
 * @param requestId the header `x-request-id`, which only failed calls have
 * @throws CallError `badStatus` or `badAnswer`
 */
export const readAnswer = (text: string, isOk: boolean, requestId?: string): CallAnswer => {
  const envelope = asFields(fromJson(text));
  const code = asNumber(envelope.code);
  if (!isOk && (code === undefined || code === codes.success)) throw networkError('badStatus');
  if (code === undefined) throw networkError('badAnswer');
  const message = asText(envelope.msg) ?? '';
  if (code === codes.success) return { code: codes.success, message, data: envelope.data ?? {} };
  const data = asFields(envelope.data);
  const reason = isReason(data.reason) ? data.reason : reasonOf(code);
  return {
    code,
    message,
    error: new CallError({ code, message, reason, details: detailsOf(data), requestId }),
  };
};
