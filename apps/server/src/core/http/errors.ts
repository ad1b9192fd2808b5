import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Meanwhile, Refusal } from '@touchline/contract/envelope';
import { auditExportPath, officeFilePath, paths } from '@touchline/contract/paths';
import { reasons, type Reason } from '@touchline/contract/reasons';
import type { Route } from '@touchline/contract/route';
import { routes } from '@touchline/contract/routes';
import type { AuditRefusal } from '@touchline/contract/shapes/office';
import { formatMoney } from '@touchline/locales/format';
import { formatWait } from '@touchline/locales/format-time';
import { fallbackLan, type Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../logging/log.ts';
import { isAway } from '../database/faults.ts';
import { Refused, type FindMeanwhile, type NoteRefused, type RefusedCall } from '../refusal.ts';
import { isTransient } from '../database/transaction.ts';
import { isFailure, secondsOf, type CallCounts, type CallLog } from './call-log.ts';

/** The site's facts in texts of refusals. */
type SiteFacts = { minAge: number; currency: string };

/** An answer ready to be sent. */
type Answer = { status: number; body: string };

/** Values a refusal's text may name. */
const values = ({ detail }: Refused, lan: Lan, site: SiteFacts): Record<string, string | number> => ({
  min: detail.min === undefined ? '' : formatMoney(detail.min, { lan, currency: site.currency }),
  max: detail.max === undefined ? '' : formatMoney(detail.max, { lan, currency: site.currency }),
  left: detail.left === undefined ? '' : formatMoney(detail.left, { lan, currency: site.currency }),
  // A length is right wherever the reader's clock is; `data` has the time itself.
  until: detail.until === undefined ? '' : formatWait(Date.parse(detail.until) - Date.now(), lan),
  age: site.minAge,
  restriction:
    detail.restriction === 'excluded' && detail.until === undefined ? 'for_good' : (detail.restriction ?? ''),
  limit: detail.limit ?? '',
  period: detail.period ?? '',
});

/** The text of the only wrong field; with several the refusal has its general text. */
const onlyText = (fields: Record<string, string> = {}): string | undefined => {
  const [text, ...others] = Object.values(fields);
  return others.length === 0 ? text : undefined;
};

/** Renders a refusal into the envelope, in the caller's language: the only place that does. */
export const renderRefusal = (refused: Refused, lan: Lan, site: SiteFacts): Answer => {
  const { code, status } = reasons[refused.reason];
  const translate = serverTranslator(lan);
  const { rules } = refused.detail;
  const fields =
    rules === undefined
      ? undefined
      : Object.fromEntries(Object.entries(rules).map(([field, rule]) => [field, translate(`rule.${rule}`)]));
  const data: Refusal = {
    reason: refused.reason,
    ...refused.detail,
    fields,
  };
  const msg = onlyText(fields) ?? translate(`error.${refused.reason}`, values(refused, lan, site));
  return { status, body: JSON.stringify({ code, msg, data }) };
};

const reasonOfStatus = new Map<number, Reason>([
  [404, 'unknown_path'],
  [405, 'method_not_allowed'],
  [413, 'too_large'],
  [415, 'media_type'],
  [429, 'too_many'],
  [503, 'unavailable'],
]);

/** When a client should repeat a call that the server could not do now. */
const retryAfterSeconds = 2;

/** Paths of calls with a client's key: repeated with it, they answer the result of the first time. */
const keyedCalls: ReadonlySet<string> = new Set(
  Object.values<Route>(routes)
    .filter(({ input }) => 'properties' in input && Object.hasOwn(Object(input.properties), 'key'))
    .map(({ path }) => path),
);

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;

/** The refusal of an error; an unexpected error is a fault. */
const refusalOf = (error: unknown, request: FastifyRequest): Refused => {
  if (error instanceof Refused) return error;
  // The caller left before the whole body was there: nothing was done, and nothing is wrong here.
  if (request.raw.readableAborted) return new Refused('bad_request');
  const status = statusOf(error);
  // The database did not answer: the request may have been carried out.
  if (isAway(error) && keyedCalls.has(request.routeOptions.url ?? '')) return new Refused('no_answer');
  if (isTransient(error)) return new Refused('unavailable');
  if (status >= 500 && status !== 503) return new Refused('fault');
  return new Refused(reasonOfStatus.get(status) ?? 'bad_request');
};

export type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Answers with the operator who changed the subject first; without a name where that cannot be read. */
const findFirst = async (
  late: Pick<RefusedCall, 'call' | 'ids'>,
  { findMeanwhile, log }: { findMeanwhile: FindMeanwhile; log: Log },
  answer: (meanwhile: Meanwhile | undefined) => unknown,
): Promise<void> => {
  let meanwhile: Meanwhile | undefined;
  try {
    meanwhile = await findMeanwhile(late);
  } catch (error) {
    log.error({ err: error, call: late.call }, 'fault');
  }
  answer(meanwhile);
};

export type ErrorHandlerOptions = {
  log: Log;
  lines: CallLog;
  counts: CallCounts;
  site: SiteFacts;
  languageOf: (header: string | undefined) => Lan;
  /** Records operators' refused calls, before the answer. */
  noteRefused?: NoteRefused | undefined;
  /** Finds who decided first, for an operator whose decision came too late. */
  findMeanwhile?: FindMeanwhile | undefined;
};

/** Answers once the refusal is recorded. It stays refused, also where the log cannot be written. */
const noteFirst = async (
  refusedCall: RefusedCall,
  { noteRefused, log }: { noteRefused: NoteRefused; log: Log },
  answer: () => unknown,
): Promise<void> => {
  try {
    await noteRefused(refusedCall);
  } catch (error) {
    log.error({ err: error, call: refusedCall.call }, 'fault');
  }
  answer();
};

/**
 * Answers every call that was refused or failed, with the envelope and a message in the caller's language. What failed is logged under
 * the id that the caller finds in `x-request-id`; nothing else of it leaves the server.
 */
export const createErrorHandler =
  ({ log, lines, counts, site, languageOf, noteRefused, findMeanwhile }: ErrorHandlerOptions): ErrorHandler =>
  (error, request, reply) => {
    const refused = refusalOf(error, request);
    if (isFailure(refused.reason)) {
      reply.header('x-request-id', request.id);
      lines.failed(request, refused.reason, error);
    } else lines.ended(request, refused.reason);
    if (refused.detail.until !== undefined && refused.reason === 'too_many') {
      const waitMs = Date.parse(refused.detail.until) - Date.now();
      reply.header('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))));
    }
    if (reasons[refused.reason].status === 503 && reply.getHeader('retry-after') === undefined) {
      reply.header('retry-after', String(retryAfterSeconds));
    }
    counts.count(request.routeOptions.url ?? 'unknown', refused.reason, secondsOf(request));
    const lan = languageOf(request.headers['accept-language']);
    const { status, body } = renderRefusal(refused, lan, site);
    reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    const refusedCall = noteRefused && refusedCallOf(request, refused.reason);
    const lateDecision = findMeanwhile && lateDecisionOf(request, refused.reason);
    if (findMeanwhile && lateDecision) {
      const answer = (meanwhile: Meanwhile | undefined): unknown => {
        const told = meanwhile ? new Refused(refused.reason, { ...refused.detail, meanwhile }) : refused;
        return reply.send(renderRefusal(told, lan, site).body);
      };
      void findFirst(lateDecision, { findMeanwhile, log }, answer);
    } else if (noteRefused && refusedCall)
      void noteFirst(refusedCall, { noteRefused, log }, () => reply.send(body));
    else reply.send(body);
  };

const unreadableAnswers = new Map<string, { status: number; reason: Reason }>([
  ['HPE_HEADER_OVERFLOW', { status: 431, reason: 'too_large' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, reason: 'bad_request' }],
]);

/**
 * Answers input that is no HTTP, before there is a request: with the envelope, in the fallback language,
 * since the caller's is unknown.
 */
export const answerUnreadable = (error: { code?: string }, socket: Socket, site: SiteFacts): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason } = unreadableAnswers.get(error.code ?? '') ?? {
    status: 400,
    reason: 'bad_request',
  };
  const { body } = renderRefusal(new Refused(reason), fallbackLan, site);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

/** The reasons that the audit log has texts for. */
const reasonSet = (reasons: readonly AuditRefusal[]): ReadonlySet<Reason> => new Set<Reason>(reasons);

/** Refusals of a forbidden attempt, or of a weak proof of identity. */
const telling = reasonSet([
  'forbidden',
  'factor_needed',
  'same_operator',
  'operator_waits',
  'wrong_credentials',
  'locked',
  'otp_wrong',
  'passkey_wrong',
]);
/** The same of callers without a sign-in; `officeLogin` writes its own lines, with the account. */
const tellingOfNobody = reasonSet(['code_wrong', 'passkey_wrong']);
/** Unknown ids: of a change, or of a private image. A mere read may come from an old link. */
const forged = reasonSet(['not_found', 'file_unknown']);

const officeCalls = new Map<string, { call: string; changes: boolean }>([
  ...Object.entries(paths).flatMap(([call, [method, path]]) =>
    call.startsWith('office') ? [[path, { call, changes: method !== 'GET' }] as const] : [],
  ),
  [officeFilePath, { call: 'officeFile', changes: true }],
  [auditExportPath, { call: 'officeAuditExport', changes: false }],
]);

/** Fields that name things. Other fields may contain a password, a code, or a person's words. */
const idFields = ['id', 'member', 'payment', 'event', 'market', 'line', 'stop', 'ruling', 'version'] as const;
const choiceFields = ['decision', 'scope', 'kind'] as const;
const nameForm = /^[\w.:-]{1,64}$/;

const idsOf = ({ body, query }: Pick<FastifyRequest, 'body' | 'query'>): Record<string, string> => {
  const sent = typeof body === 'object' && body !== null && 'value' in body ? body.value : query;
  if (typeof sent !== 'object' || sent === null) return {};
  const given = new Map<string, unknown>(Object.entries(sent));
  return Object.fromEntries(
    [...idFields, ...choiceFields].flatMap((name) => {
      const value = given.get(name);
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && nameForm.test(text) ? [[name, text]] : [];
    }),
  );
};

/** Refusals of a decision that came too late. */
const late = new Set<Reason>(['outdated', 'decided_already', 'withdraw_state', 'recharge_state']);

/**
 * The subject of a decision that came too late.
 * @returns undefined for other refusals, and without a signed-in operator
 */
const lateDecisionOf = (
  request: FastifyRequest,
  reason: Reason,
): Pick<RefusedCall, 'call' | 'ids'> | undefined => {
  const known = officeCalls.get(request.routeOptions.url ?? '');
  if (known?.changes !== true || !late.has(reason) || !request.operator) return undefined;
  return { call: known.call, ids: idsOf(request) };
};

/**
 * The audit log's record of a refusal.
 * @returns undefined for calls outside of the office, or refusals that say nothing about the caller
 */
const refusedCallOf = (request: FastifyRequest, reason: Reason): RefusedCall | undefined => {
  const known = officeCalls.get(request.routeOptions.url ?? '');
  if (known === undefined) return undefined;
  // The caller is unknown where the gate was not reached, and at calls for everyone.
  const operator = request.operator ?? null;
  const isTelling =
    operator === null
      ? tellingOfNobody.has(reason)
      : telling.has(reason) || (known.changes && forged.has(reason));
  if (!isTelling) return undefined;
  return {
    call: known.call,
    reason,
    address: request.ip,
    ids: idsOf(request),
    operator: operator === null ? null : { id: operator.id },
  };
};
