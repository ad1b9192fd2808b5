import type { Reason } from '@touchline/contract/reasons';

/** How often each call was answered, by outcome: "success" or the reason of the refusal. */
export type CallCounts = {
  count(call: string, outcome: 'success' | Reason): void;
  all(): { call: string; outcome: string; total: number }[];
};

/** Plain counters; the metrics page reads them on request, so that a call pays one addition. */
export const createCallCounts = (): CallCounts => {
  const totals = new Map<string, Map<string, number>>();
  return {
    count: (call, outcome) => {
      let outcomes = totals.get(call);
      if (outcomes === undefined) totals.set(call, (outcomes = new Map()));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    },
    all: () =>
      [...totals].flatMap(([call, outcomes]) =>
        [...outcomes].map(([outcome, total]) => ({ call, outcome, total })),
      ),
  };
};
