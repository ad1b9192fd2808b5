import { Counter, type Registry } from '@prometheus-io/client';
import type { Reason } from '@touchline/contract/reasons';
import type { FastifyRequest } from 'fastify';
import type { Log } from '../logging/log.ts';
import { BucketHistogram, Buckets } from '../metrics/histogram.ts';
import { Refused } from '../refusal.ts';
import { traceFields } from '../logging/spans.ts';

/** The answer of a call: "success" or the reason of the refusal. */
type AnswerOutcome = 'success' | Reason;

/** Refusals that are the server's fault and not the caller's. */
const failures: ReadonlySet<AnswerOutcome> = new Set<AnswerOutcome>(['fault', 'unavailable', 'no_answer']);

type Result = 'success' | 'refused' | 'failed';

const resultOf = (outcome: AnswerOutcome): Result => {
  if (outcome === 'success') return 'success';
  return failures.has(outcome) ? 'failed' : 'refused';
};

/** How long a call has taken so far; undefined where its beginning is not known. */
export const secondsOf = ({ startedMs }: { startedMs: number }): number | undefined =>
  startedMs > 0 ? (performance.now() - startedMs) / 1_000 : undefined;

/** How often each call was answered, and how long the answers took. */
export class CallCounts {
  readonly #total: Counter<'call' | 'outcome'>;
  readonly #duration: BucketHistogram<'call' | 'result'>;
  readonly #durations = new Map<string, Partial<Record<Result, Buckets>>>();

  constructor(metrics: Registry) {
    this.#total = new Counter({
      name: 'touchline_calls_total',
      help: 'Calls answered',
      labelNames: ['call', 'outcome'],
      registers: [metrics],
    });
    this.#duration = new BucketHistogram({
      name: 'touchline_call_duration_seconds',
      help: 'From the head of a request to its answer',
      labelNames: ['call', 'result'],
      registers: [metrics],
    });
  }

  /** @param seconds from the head of the request to the answer; without it the call is only counted */
  count(call: string, outcome: AnswerOutcome, seconds?: number): void {
    this.#total.inc({ call, outcome });
    if (seconds === undefined) return;
    const result = resultOf(outcome);
    const durations = this.#durations.get(call) ?? {};
    this.#durations.set(call, durations);
    durations[result] ??= this.#duration.add({ call, result }, new Buckets());
    durations[result].observe(seconds);
  }
}

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
