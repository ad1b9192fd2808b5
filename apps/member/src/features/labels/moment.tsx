import { dayIn, formatClock, formatDate, formatDateTime, formatTime } from '@touchline/locales/format-time';
import { currentLan } from '../../lib/i18n.tsx';
import { deviceTimeZone } from './kick-off.ts';
import { useNow } from './use-now.ts';

/** A recorded time: today to the second, other days with their date. */
export const Moment = ({ at }: { at: string }) => {
  const now = useNow();
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const isToday = dayIn(at, options.timeZone) === dayIn(new Date(now), options.timeZone);
  return (
    <time dateTime={at} className="figures">
      {isToday ? formatClock(at, options) : formatDateTime(at, options)}
    </time>
  );
};

/** When something came: today its time, before that its day. */
export const ShortMoment = ({ at }: { at: string }) => {
  const now = useNow();
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const isToday = dayIn(at, options.timeZone) === dayIn(new Date(now), options.timeZone);
  return (
    <time dateTime={at} className="figures">
      {isToday ? formatTime(at, options) : formatDate(at, options)}
    </time>
  );
};
