import { dayMs } from '@touchline/contract/durations';
import { useState } from 'react';
import { useSite } from './site.ts';
import { wallTime } from './wall-time.ts';

/** Days of the site by how long they are gone, 0 being the one on which the page was opened: "2026-06-11". */
export const useDays = (): ((daysAgo: number) => string) => {
  const { timeZone } = useSite();
  const [nowMs] = useState(() => Date.now());
  return (daysAgo) => wallTime(new Date(nowMs - daysAgo * dayMs), timeZone).slice(0, 10);
};
