import type { Reason } from '@touchline/contract/reasons';
import type { FastifyRequest } from 'fastify';
import type { Log } from '../logging/log.ts';
import { count, createBuckets, type Buckets } from '../metrics/buckets.ts';
import type { Figure, Point } from '../metrics/metrics.ts';
import { Refused } from '../refusal.ts';
import { traceFields } from '../logging/spans.ts';

/** The answer of a call: "success" or the reason of the refusal. */
type AnswerOutcome = 'success' | Reason;

/** How often each call was answered, and how long the answers took. */
export type CallCounts = {
  /** @param seconds from the head of the request to the answer; without it the call is only counted */
  count(call: string, outcome: AnswerOutcome, seconds?: number): void;
  points: () => Point[];
};

/** Refusals that are the server's fault and not the caller's. */
const failures: ReadonlySet<AnswerOutcome> = new Set<AnswerOutcome>(['fault', 'unavailable', 'no_answer']);

export const callFigures = {
  total: {
    name: 'touchline_calls_total',
    kind: 'counter',
    help: 'Calls answered',
    labels: { call: 'paths of the API; unknown', outcome: 'success, or the reason of the refusal' },
  },
  duration: {
    name: 'touchline_call_duration_seconds',
    kind: 'histogram',
    help: 'From the head of a request to its answer',
    labels: {
      call: 'paths of the API; unknown',
      result: 'success; refused; failed: fault, unavailable or no_answer',
    },
  },
} as const satisfies Record<string, Figure>;

const resultOf = (outcome: AnswerOutcome): 'success' | 'refused' | 'failed' => {
  if (outcome === 'success') return 'success';
  return failures.has(outcome) ? 'failed' : 'refused';
};

/** How long a call has taken so far; undefined where its beginning is not known. */
export const secondsOf = ({ startedMs }: { startedMs: number }): number | undefined =>
  startedMs > 0 ? (performance.now() - startedMs) / 1_000 : undefined;

type CallCount = {
  outcomes: Map<AnswerOutcome, number>;
  durations: Map<'success' | 'refused' | 'failed', Buckets>;
};

/** Plain counters; `/metrics` reads them on request, so that a call pays a few additions. */
export const createCallCounts = (): CallCounts => {
  const calls = new Map<string, CallCount>();

  const countOf = (call: string): CallCount => {
    const known = calls.get(call);
    if (known !== undefined) return known;
    const fresh: CallCount = { outcomes: new Map(), durations: new Map() };
    calls.set(call, fresh);
    return fresh;
  };

  const durationsOf = ({ durations }: CallCount, outcome: AnswerOutcome): Buckets => {
    const result = resultOf(outcome);
    const known = durations.get(result);
    if (known !== undefined) return known;
    const fresh = createBuckets();
    durations.set(result, fresh);
    return fresh;
  };

  return {
    count: (call, outcome, seconds) => {
      const own = countOf(call);
      own.outcomes.set(outcome, (own.outcomes.get(outcome) ?? 0) + 1);
      if (seconds !== undefined) count(durationsOf(own, outcome), seconds);
    },
    points: () =>
      [...calls].flatMap(([call, { outcomes, durations }]): Point[] => [
        ...totalsOf(call, outcomes),
        ...timesOf(call, durations),
      ]),
  };
};

const totalsOf = (call: string, outcomes: ReadonlyMap<string, number>): Point[] =>
  Array.from(outcomes, ([outcome, value]) => ({ of: callFigures.total, labels: { call, outcome }, value }));

const timesOf = (call: string, durations: ReadonlyMap<string, Buckets>): Point[] =>
  Array.from(durations, ([result, value]) => ({ of: callFigures.duration, labels: { call, result }, value }));

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
