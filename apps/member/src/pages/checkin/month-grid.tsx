import { useState } from 'react';
import type { CheckInInfo } from '@touchline/contract/shapes/rewards';
import { formatMoney } from '@touchline/locales/format';
import { formatDate, formatMonth, weekdayName } from '@touchline/locales/format-time';
import { localeOf } from '@touchline/locales/locales';
import { useCall } from '../../lib/query.ts';
import { LoadFailure } from '../../features/load-failure/load-failure.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { briefAmount } from './brief-amount.ts';
import { daysOf, freeBefore, monthAfter, weekdays } from './month.ts';
import styles from './checkin.module.css';

type Props = {
  /** This month, as it was asked for first. */
  info: CheckInInfo;
  /** The first month there can be anything in, "2026-06". */
  since: string;
};

const asUtc = { timeZone: 'UTC' };

/** The check-ins of a month on its calendar; months before this one on demand. */
export const MonthGrid = ({ info, since }: Props) => {
  const t = useT();
  const lan = currentLan();
  const [month, setMonth] = useState(info.month);
  const isThis = month === info.month;
  const asked = useCall('checkInInfo', isThis ? {} : { month });
  const shown = asked.data?.month === month ? asked.data : isThis ? info : undefined;
  return (
    <Card>
      <div className={styles.head}>
        <IconButton
          label={t('rewards.monthBefore')}
          icon={{ name: 'back', flips: true }}
          disabled={month <= since}
          onClick={() => setMonth(monthAfter(month, -1))}
        />
        <h3 className={styles.month} aria-live="polite">
          {formatMonth(`${month}-01T12:00:00Z`, { lan, ...asUtc })}
        </h3>
        <IconButton
          label={t('rewards.monthAfter')}
          icon={{ name: 'forward', flips: true }}
          disabled={isThis}
          onClick={() => setMonth(monthAfter(month, 1))}
        />
      </div>
      {shown === undefined && asked.isError ? (
        <LoadFailure error={asked.error} onRetry={asked.refetch} />
      ) : (
        <Days month={month} today={info.date} given={shown?.days} />
      )}
    </Card>
  );
};

const Days = ({
  month,
  today,
  given,
}: {
  month: string;
  today: string;
  given: CheckInInfo['days'] | undefined;
}) => {
  const lan = currentLan();
  const rewards = new Map(given?.map(({ day, reward }) => [day, reward]));
  const free = freeBefore(month, lan);
  const cells = [...Array.from({ length: free }, () => undefined), ...daysOf(month)];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, i) => cells.slice(i * 7, i * 7 + 7));
  return (
    <table className={styles.grid}>
      <thead>
        <tr>
          {weekdays(lan).map((weekday) => (
            <th key={weekday} scope="col" abbr={weekdayName(weekday, { lan, width: 'long' })}>
              {weekdayName(weekday, { lan, width: localeOf(lan).dir === 'rtl' ? 'narrow' : 'short' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((day) => day !== undefined)}>
            {week.map((day, i) => (
              // A free place has no other name than where it is.
              // oxlint-disable-next-line react/no-array-index-key
              <td key={day ?? `free ${i}`}>
                {day !== undefined && (
                  <Day
                    day={day}
                    isToday={day === today}
                    reward={rewards.get(day)}
                    known={given !== undefined}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

type DayProps = { day: string; isToday: boolean; reward: string | undefined; known: boolean };

const Day = ({ day, isToday, reward, known }: DayProps) => {
  const lan = currentLan();
  return (
    <div
      className={styles.monthGridDay}
      data-given={reward !== undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      <time dateTime={day} className="figures" title={formatDate(day, { lan, ...asUtc })}>
        {Number(day.slice(8))}
      </time>
      {reward !== undefined && (
        <bdi dir="ltr" className={`figures ${styles.reward}`}>
          {formatMoney(briefAmount(reward), { lan })}
        </bdi>
      )}
      {!known && <Skeleton width={1.25} height={0.5} />}
    </div>
  );
};
