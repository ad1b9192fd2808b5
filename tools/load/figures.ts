import { actionKinds, type ActionKind } from './afternoon.ts';

/** Outcomes of the actions of one real second. Durations exclude bets, since bets in play wait for the live delay. */
type Second = { calls: number; bets: number; failed: number; durations: number[] };

/** Counts calls, their durations and their ends. */
export type CallFigures = {
  /** @param ms from when the call should have begun, so that a server that falls behind shows it */
  note(kind: ActionKind, reason: string, ms: number): void;
  /** By real second since the begin. */
  seconds(): Second[];
  /** By kind: how many, and their durations in milliseconds. */
  table(): { kind: ActionKind; calls: number; p50: number; p95: number; p99: number }[];
  /** How often calls ended otherwise than as asked, by reason. */
  reasons(): { reason: string; calls: number }[];
};

/** Refusals that the game brings with it: prices move, bets are sold, matches end. */
const ofTheGame: ReadonlySet<string> = new Set([
  'success',
  'price_changed',
  'suspended',
  'closed',
  'quote_moved',
  'no_cash_out',
  'duplicate',
  'stake_max',
  'insufficient',
  'nothing_open',
]);

/** A value below which the given share of sorted values lies; 0 for none. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export const createCallFigures = (now: () => number = () => performance.now()): CallFigures => {
  const begunMs = now();
  const durations = new Map<ActionKind, number[]>(actionKinds.map((kind) => [kind, []]));
  const reasons = new Map<string, number>();
  const seconds: Second[] = [];

  const secondNow = (): Second => {
    const at = Math.floor((now() - begunMs) / 1_000);
    while (seconds.length <= at) seconds.push({ calls: 0, bets: 0, failed: 0, durations: [] });
    return seconds[at] ?? { calls: 0, bets: 0, failed: 0, durations: [] };
  };

  return {
    note: (kind, reason, ms) => {
      durations.get(kind)?.push(ms);
      if (reason !== 'success') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      const second = secondNow();
      second.calls++;
      if (kind !== 'bet') second.durations.push(ms);
      if (kind === 'bet' && reason === 'success') second.bets++;
      if (!ofTheGame.has(reason)) second.failed++;
    },
    seconds: () => seconds,
    table: () =>
      [...durations].map(([kind, all]) => {
        const sorted = all.toSorted((a, b) => a - b);
        return {
          kind,
          calls: sorted.length,
          p50: quantile(sorted, 0.5),
          p95: quantile(sorted, 0.95),
          p99: quantile(sorted, 0.99),
        };
      }),
    reasons: () =>
      [...reasons]
        .map(([reason, calls]) => ({ reason, calls }))
        .toSorted((a, b) => b.calls - a.calls || (a.reason < b.reason ? -1 : 1)),
  };
};
