import type { Reason } from '@touchline/contract/reasons';
import { count, createBuckets, type Buckets } from '../metrics/buckets.ts';
import type { Figure, Point } from '../metrics/metrics.ts';

/** The answer of a call: "success" or the reason of the refusal. */
export type AnswerOutcome = 'success' | Reason;

/** How often each call was answered, and how long the answers took. */
export type CallCounts = {
  /** @param seconds from the head of the request to the answer; without it the call is only counted */
  count(call: string, outcome: AnswerOutcome, seconds?: number): void;
  points: () => Point[];
};

/** Refusals that are the server's fault and not the caller's. */
export const failures: ReadonlySet<AnswerOutcome> = new Set<AnswerOutcome>([
  'fault',
  'unavailable',
  'no_answer',
]);

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
