import { formatMonth } from '@touchline/locales/format-time';
import { useCall } from '../../lib/query.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { Choice } from '../../ui/fields.tsx';

/** A month of UTC as it is written: "June 2026". */
export const monthText = (month: string): string =>
  formatMonth(`${month}-15T12:00:00Z`, { lan: currentLan(), timeZone: 'UTC' });

/** The months that have figures, the newest first, and that of the address. */
const useMonths = (chosen: string | undefined): string[] => {
  const { data } = useCall('officeHouse', {}, { keep: true });
  const months = new Set([...(data?.figures.months ?? []), ...(chosen === undefined ? [] : [chosen])]);
  return [...months].toSorted().toReversed();
};

/** One month or all of them. */
export const MonthChoice = ({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (month: string | undefined) => void;
}) => {
  const t = useT();
  return (
    <Choice
      label={t('house.month')}
      all={t('house.allMonths')}
      value={value}
      choices={useMonths(value)}
      name={monthText}
      onChange={onChange}
    />
  );
};

/** The month an address names; undefined for what is none. */
export const monthOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
