import type { FastifyRequest } from 'fastify';
import type { Log } from '../logging/log.ts';
import { Refused } from '../refusal.ts';
import { traceFields } from '../logging/spans.ts';
import { failures, secondsOf, type AnswerOutcome } from './call-counts.ts';

/** Which calls have a line in the log: those that failed, those that were refused too, or all. */
export type CallLines = 'failed' | 'refused' | 'all';

/** Fields of a call's log line. The member and the operator are ids, which identify a person only through the database. */
const fieldsOf = (request: FastifyRequest, outcome: AnswerOutcome) => {
  const seconds = secondsOf(request);
  return {
    requestId: request.id,
    method: request.method,
    call: request.routeOptions.url,
    outcome,
    ...(seconds === undefined ? {} : { ms: Math.round(seconds * 10_000) / 10 }),
    ...(request.member ? { member: request.member.id } : {}),
    ...(request.operator ? { operator: request.operator.id } : {}),
    ...traceFields(request.span),
  };
};

/** Writes lines about calls. */
export type CallLog = {
  /** A call that ended as its caller expects: a success, or a refusal by the rules. */
  ended(request: FastifyRequest, outcome: AnswerOutcome): void;
  /** A call that the server could not do. */
  failed(request: FastifyRequest, outcome: AnswerOutcome, error: unknown): void;
};

/**
 * @param log lines of calls that did not fail have the level "info"; they are written at any LOG_LEVEL
 * @param lines which calls have lines
 */
export const createCallLog = (log: Log, lines: CallLines): CallLog => {
  const calls = log.child({}, { level: 'info' });
  return {
    ended: (request, outcome) => {
      if (lines === 'failed' || (lines === 'refused' && outcome === 'success')) return;
      calls.info(fieldsOf(request, outcome), 'call');
    },
    failed: (request, outcome, error) => {
      const fields = { err: error, ...fieldsOf(request, outcome) };
      // What the server refuses because it is busy is no defect.
      if (error instanceof Refused) log.warn(fields, 'call failed');
      else log.error(fields, 'fault');
    },
  };
};

/** Whether a call with this outcome has failed: its answer carries the request id. */
export const isFailure = (outcome: AnswerOutcome): boolean => failures.has(outcome);
