import { randomUUID } from 'node:crypto';
import type { Reason } from '@touchline/contract/reasons';
import type { Lan } from '@touchline/locales/locales';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../platform/log.ts';
import { Refused, type NoteRefused, type RefusedCall } from '../platform/refusal.ts';
import { isTransient } from '../platform/transaction.ts';
import type { CallCounts } from './call-counts.ts';
import { renderRefusal, type SiteFacts } from './envelope.ts';
import { refusedCallOf } from './refused-calls.ts';

const reasonOfStatus = new Map<number, Reason>([
  [404, 'unknown_path'],
  [405, 'method_not_allowed'],
  [413, 'too_large'],
  [415, 'media_type'],
  [429, 'too_many'],
  [503, 'unavailable'],
]);

const statusOf = (error: unknown): number =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : 500;

/** The refusal an error stands for; what nobody foresaw is a fault. */
const refusalOf = (error: unknown): Refused => {
  if (error instanceof Refused) return error;
  const status = statusOf(error);
  if (isTransient(error)) return new Refused('unavailable');
  if (status >= 500 && status !== 503) return new Refused('fault');
  return new Refused(reasonOfStatus.get(status) ?? 'bad_request');
};

export type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

export type ErrorHandlerOptions = {
  log: Log;
  counts: CallCounts;
  site: SiteFacts;
  languageOf: (header: string | undefined) => Lan;
  /** Writes down what operators try in vain, before it is answered. */
  noteRefused?: NoteRefused;
};

/** Answers once it is written down. It stays refused, also where the log cannot be written. */
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
 * Answers every call that failed, with the envelope and a message in the caller's language. Faults are logged under an
 * id that the caller finds in `x-request-id`; nothing else of them leaves the server.
 */
export const createErrorHandler =
  ({ log, counts, site, languageOf, noteRefused }: ErrorHandlerOptions): ErrorHandler =>
  (error, request, reply) => {
    const refused = refusalOf(error);
    if (!(error instanceof Refused) && ['fault', 'unavailable'].includes(refused.reason)) {
      const requestId = randomUUID();
      reply.header('x-request-id', requestId);
      log.error({ err: error, requestId, method: request.method, path: request.routeOptions.url }, 'fault');
    }
    if (refused.detail.until !== undefined && refused.reason === 'too_many') {
      const waitMs = Date.parse(refused.detail.until) - Date.now();
      reply.header('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))));
    }
    counts.count(request.routeOptions.url ?? 'unknown', refused.reason);
    const { status, body } = renderRefusal(refused, languageOf(request.headers['accept-language']), site);
    reply
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff');
    const refusedCall = noteRefused && refusedCallOf(request, refused.reason);
    if (noteRefused && refusedCall) void noteFirst(refusedCall, { noteRefused, log }, () => reply.send(body));
    else reply.send(body);
  };
