import { dayIn, formatDate, nearDayName } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { configStore } from '../../state/config.ts';
import { useStore } from '../../state/use-store.ts';
import { useNow } from '../labels/use-now.ts';
import { ChipRow } from './chip-row.tsx';
import { daysFrom, type MatchState } from './match-filters.ts';

type Props = { state: MatchState; value: string; onChange: (day: string) => void };

/** All days, or one of the week; days are the site's, as the server cuts them. */
export const DayChips = ({ state, value, onChange }: Props) => {
  const t = useT();
  const lan = currentLan();
  const now = useNow();
  const timeZone = useStore(configStore).site?.timeZone ?? 'UTC';
  const today = dayIn(new Date(now), timeZone);
  const todayNoon = Date.parse(`${today}T12:00:00Z`);
  const label = (day: string): string => {
    const noon = `${day}T12:00:00Z`;
    return (
      nearDayName(noon, { lan, timeZone: 'UTC', now: todayNoon }) ??
      formatDate(noon, { lan, timeZone: 'UTC' })
    );
  };
  return (
    <ChipRow
      label={t('invest.days')}
      options={[
        { value: '', label: t('invest.anyDay') },
        ...daysFrom(today, state).map((day) => ({ value: day, label: label(day) })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
};
