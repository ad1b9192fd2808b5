import { Checkbox, TextInput } from '@mantine/core';
import { weekdayName } from '@touchline/locales/format-time';
import { useSite } from '../../api/site.ts';
import { currentLan, useT } from '../../shell/i18n.ts';
import styles from './content.module.css';
import type { Form } from './form.ts';

const week = [1, 2, 3, 4, 5, 6, 7] as const;
const usual = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' } as const;

/** Hours of support: always, or on some days between two times in the time zone of the site. */
export const HoursField = ({
  hours,
  onChange,
}: {
  hours: Form['hours'];
  onChange: (hours: Form['hours']) => void;
}) => {
  const t = useT();
  const { timeZone } = useSite();
  return (
    <div className={styles.hours}>
      <Checkbox
        label={t('content.always')}
        checked={hours === undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? undefined : usual)}
      />
      {hours !== undefined && (
        <>
          <div className={styles.days}>
            {week.map((day) => (
              <Checkbox
                key={day}
                label={weekdayName(day, { lan: currentLan() })}
                checked={hours.days.includes(day)}
                onChange={({ currentTarget }) => {
                  const others = hours.days.filter((each) => each !== day);
                  const days = currentTarget.checked ? [...others, day] : others;
                  if (days.length > 0) onChange({ ...hours, days });
                }}
              />
            ))}
          </div>
          <div className={styles.pair}>
            {(['from', 'to'] as const).map((name) => (
              <TextInput
                key={name}
                type="time"
                label={t(`content.hours.${name}`)}
                value={hours[name]}
                onChange={({ currentTarget }) => onChange({ ...hours, [name]: currentTarget.value })}
              />
            ))}
          </div>
          <p className={styles.hint}>{t('content.zone', { zone: timeZone })}</p>
        </>
      )}
    </div>
  );
};
