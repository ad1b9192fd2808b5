import { limits } from '@touchline/contract/limits';
import { dayAfter, lengthOf } from '../../ui/chart/days.ts';
import type { PageSearch } from '@touchline/kit/search';

export type Span = { from: string; to: string };

export const quickSpans = ['7', '30', '90', 'month'] as const;
export type QuickSpan = (typeof quickSpans)[number];

/** The days of a quick choice; `today` is the last of them. */
export const quickSpan = (of: QuickSpan, today: string): Span => ({
  from: of === 'month' ? `${today.slice(0, 7)}-01` : dayAfter(today, 1 - Number(of)),
  to: today,
});

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The days an address names, the last 30 where it names none. */
export const spanOf = ({ from, to }: PageSearch, today: string): Span => {
  const usual = quickSpan('30', today);
  return { from: isDay(from) ? from : usual.from, to: isDay(to) ? to : usual.to };
};

/** Whether the server makes a report of these days. */
export const isAsked = (span: Span): boolean => {
  const length = lengthOf(span);
  return length >= 1 && length <= limits.reportDaysMax;
};
