import { dayIn } from '@touchline/locales/format-time';

/** The stretches of time a wallet is looked at in. */
export const periods = ['any', 'today', 'week', 'month'] as const;
export type Period = (typeof periods)[number];

const daysBack = { today: 0, week: 6, month: 29 } as const;

/**
 * First and last day of a period that ends today, as `moneyLogList` takes them; nothing for any time.
 * @param timeZone of the site: its days are meant
 */
export const daysOf = (period: Period, { now, timeZone }: { now: Date; timeZone: string }) => {
  if (period === 'any') return {};
  const to = dayIn(now, timeZone);
  // Counted on the calendar, for days are not all 24 hours long.
  const first = new Date(`${to}T00:00:00Z`);
  first.setUTCDate(first.getUTCDate() - daysBack[period]);
  return { from: first.toISOString().slice(0, 10), to };
};
