import { hourMs, minuteMs } from '@touchline/contract/durations';
import type { Exclusion, TimeOut } from '@touchline/contract/shapes/play';
import { parseAmount } from '@touchline/money/amount';

/** Lengths of a time-out, shortest first. */
export const timeOuts = ['24h', '48h', '7d', '14d', '30d', '6w'] as const satisfies readonly TimeOut[];
/** Lengths of an exclusion, shortest first. */
export const exclusions = ['6m', '1y', '2y', '5y', 'permanent'] as const satisfies readonly Exclusion[];
/** Spans between two reality checks, in minutes. */
export const realityMinutes = [15, 30, 60, 120] as const;

const timeOutHours = { '24h': 24, '48h': 48, '7d': 168, '14d': 336, '30d': 720, '6w': 1_008 } as const;
const exclusionMonths = { '6m': 6, '1y': 12, '2y': 24, '5y': 60 } as const;

/** When a time-out that begins at `nowMs` (milliseconds since 1970) ends. */
export const timeOutEnd = (length: TimeOut, nowMs: number): string =>
  new Date(nowMs + timeOutHours[length] * hourMs).toISOString();

/** When an exclusion that begins at `nowMs` ends: the same day of a later month, or its last; undefined for good. */
export const exclusionEnd = (length: Exclusion, nowMs: number): string | undefined => {
  if (length === 'permanent') return undefined;
  const end = new Date(nowMs);
  const dayOfMonth = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + exclusionMonths[length]);
  const daysInMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(dayOfMonth, daysInMonth));
  return end.toISOString();
};

/**
 * How much of a limit is used, for a bar.
 * @returns whole percent, 0 … 100; a limit of nothing is used up, and 100 only when nothing is left
 */
export const usedPercent = (used: string, limit: string, scale: number): number => {
  const whole = parseAmount(limit, scale) ?? 0n;
  const part = parseAmount(used, scale) ?? 0n;
  if (part >= whole) return 100;
  return Number((part * 100n) / whole);
};

/** Whole minutes from the beginning of a session to `nowMs` (milliseconds since 1970); never less than none. */
export const playedMinutes = (since: string, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - Date.parse(since)) / minuteMs)) || 0;

/** A timer cannot wait longer than this; what is due later is looked at again. */
const longestWaitMs = 2 ** 31 - 1;

/** Milliseconds until a reality check is due; undefined where none is. */
export const waitUntil = (dueAt: string | undefined, nowMs: number): number | undefined => {
  const at = Date.parse(dueAt ?? '');
  return Number.isNaN(at) ? undefined : Math.min(longestWaitMs, Math.max(0, at - nowMs));
};
