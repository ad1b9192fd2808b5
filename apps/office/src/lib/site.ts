import {
  formatClock,
  formatDateTime,
  formatLongDate,
  formatLongDateTime,
  formatRelative,
} from '@touchline/locales/format-time';
import { formatDecimal, formatSignedMoney } from '@touchline/locales/format';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentLan } from './i18n.ts';
import { call } from './call.ts';

/** What holds for the whole site: its name, the currency of wallets, its time zone. */
export const useSite = () => {
  const { data } = useQuery({
    queryKey: ['systemConfig'],
    queryFn: ({ signal }) => call('systemConfig', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    isKnown: data !== undefined,
    name: data?.site.name ?? '',
    mode: data?.site.mode,
    currency: data?.currency.default ?? '',
    /** Decimals of the wallets' currency. */
    scale: data?.currency.list.find(({ code }) => code === data.currency.default)?.scale ?? 2,
    timeZone: data?.site.timeZone ?? 'UTC',
    languages: data?.language.list ?? [],
  };
};

/** Formatters in the language of the page and the time zone of the site, the same ones until one of them changes. */
export const useFormats = () => {
  const { timeZone, currency } = useSite();
  const lan = currentLan();
  return useMemo(
    () => ({
      currency,
      when: (moment: string): string => formatLongDateTime(moment, { lan, timeZone }),
      day: (moment: string): string => formatLongDate(moment, { lan, timeZone }),
      /** A day of the site, "2026-06-11". */
      dayName: (name: string): string => formatLongDate(`${name}T12:00:00Z`, { lan, timeZone: 'UTC' }),
      /** Day and time to the second. */
      atSecond: (moment: string): string =>
        `${formatLongDate(moment, { lan, timeZone })} ${formatClock(moment, { lan, timeZone })}`,
      /** Day without its year, and time: for what is near. */
      moment: (moment: string): string => formatDateTime(moment, { lan, timeZone }),
      /** Time of day to the second. */
      clock: (moment: string): string => formatClock(moment, { lan, timeZone }),
      /** How far a time is from now. */
      ago: (moment: string): string => formatRelative(moment, { lan, now: Date.now() }),
      money: (amount: string): string => formatDecimal(amount, lan),
      signed: (amount: string): string => formatSignedMoney(amount, { lan }),
    }),
    [timeZone, currency, lan],
  );
};
