import { codes, type FieldRule, fieldRules, type Reason, reasons } from '@touchline/contract/reasons';
import { asFields, asNumber, asText, type Fields } from '../state/parse.ts';
import { CallError, networkError } from './errors.ts';

/** An envelope, read. */
export type Answer =
  | { code: typeof codes.success; message: string; data: unknown }
  | { code: number; message: string; error: CallError };

const isReason = (value: unknown): value is Reason =>
  typeof value === 'string' && Object.hasOwn(reasons, value);
const isRule = (value: unknown): value is FieldRule => fieldRules.some((rule) => rule === value);

const pick = <T>(fields: Fields, fits: (value: unknown) => value is T): Record<string, T> => {
  const picked: Record<string, T> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (fits(value)) picked[name] = value;
  }
  return picked;
};
const isText = (value: unknown): value is string => typeof value === 'string';

/** Codes that say all there is to say, should the reason be missing. */
const reasonOf = (code: number): Reason => {
  if (code === codes.signInAgain) return 'sign_in';
  if (code === codes.tokenExpired) return 'token_expired';
  return code === codes.insufficient ? 'insufficient' : 'fault';
};

const refusal = (code: number, message: string, data: Fields): CallError => {
  const min = asText(data.min);
  const max = asText(data.max);
  const until = asText(data.until);
  return new CallError({
    code,
    message,
    reason: isReason(data.reason) ? data.reason : reasonOf(code),
    details: {
      fields: pick(asFields(data.fields), isText),
      rules: pick(asFields(data.rules), isRule),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(until === undefined ? {} : { until }),
      ...(data.legs === undefined ? {} : { legs: data.legs }),
    },
  });
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Reads the text of an answer. A refusal keeps its reason at every HTTP status, since faults of the server carry the
 * envelope too; a success counts only with a status of 200 to 299.
 * @param isOk whether the HTTP status was 200 to 299
 * @throws CallError `badStatus` or `badAnswer`
 */
export const readAnswer = (text: string, isOk: boolean): Answer => {
  const envelope = asFields(parseJson(text));
  const code = asNumber(envelope.code);
  if (!isOk && (code === undefined || code === codes.success)) throw networkError('badStatus');
  if (code === undefined) throw networkError('badAnswer');
  const message = asText(envelope.msg) ?? '';
  if (code === codes.success) return { code: codes.success, message, data: envelope.data ?? {} };
  return { code, message, error: refusal(code, message, asFields(envelope.data)) };
};
