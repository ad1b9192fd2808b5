import type { Restriction } from '@touchline/contract/shapes/play';
import { formatLongDate, formatTime } from '@touchline/locales/format-time';
import { currentLan, translate as t } from '../../lib/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { deviceTimeZone } from '../labels/time.tsx';

/** A time with its year and time of day, for ends that must not be mistaken: "11 Jun 2026, 18:30". */
export const endText = (moment: string): string => {
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  return t('play.dateTime', {
    date: formatLongDate(moment, options),
    time: isolated(formatTime(moment, options)),
  });
};

/** Which restriction is in force, and until when. */
export const restrictionTitle = ({ kind, until, mayReturn }: Restriction): string => {
  if (mayReturn === true) return t('play.excludeOver');
  if (until === undefined) return t('play.excludedForGood');
  return t(kind === 'time_out' ? 'play.timeOutUntil' : 'play.excludedUntil', { until: endText(until) });
};
