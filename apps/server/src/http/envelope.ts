import { dayMs, minuteMs } from '@touchline/contract/durations';
import type { Refusal } from '@touchline/contract/envelope';
import type { RouteName } from '@touchline/contract/paths';
import { type Reason, reasons } from '@touchline/contract/reasons';
import { formatMoney } from '@touchline/locales/format';
import {
  formatClock,
  formatDateTime,
  formatLongDateTime,
  formatTime,
  formatWeekdayTime,
} from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Refused } from '../platform/refusal.ts';

/** The site's facts in texts of refusals. */
export type SiteFacts = { minAge: number; timeZone: string; currency: string };

/** An answer ready to be sent. */
export type Answer = { status: number; body: string };

/** A message gives the end of a shorter wait to the second, milliseconds. */
const shortWaitMs = 10 * minuteMs;

/** Rounded up to a whole minute, so that nobody comes back too early. */
const wholeMinute = (moment: string): string =>
  new Date(Math.ceil(Date.parse(moment) / minuteMs) * minuteMs).toISOString();

/** The end of a wait as text: a time of day when it is near, a date with the year when it is months away. */
const untilText = (until: string, lan: Lan, timeZone: string): string => {
  const waitMs = Date.parse(until) - Date.now();
  if (waitMs < shortWaitMs) return formatClock(until, { lan, timeZone });
  if (waitMs < dayMs / 2) return formatTime(wholeMinute(until), { lan, timeZone });
  return waitMs < 90 * dayMs
    ? formatDateTime(until, { lan, timeZone })
    : formatLongDateTime(until, { lan, timeZone });
};

/** Windows open on days of the week. */
const textsOfUntil: Partial<Record<Reason, typeof untilText>> = {
  withdraw_window: (until, lan, timeZone) => formatWeekdayTime(until, { lan, timeZone }),
};

/** Values a refusal's text may name. */
const values = ({ reason, detail }: Refused, lan: Lan, site: SiteFacts): Record<string, string | number> => ({
  min: detail.min === undefined ? '' : formatMoney(detail.min, { lan, currency: site.currency }),
  max: detail.max === undefined ? '' : formatMoney(detail.max, { lan, currency: site.currency }),
  left: detail.left === undefined ? '' : formatMoney(detail.left, { lan, currency: site.currency }),
  until:
    detail.until === undefined ? '' : (textsOfUntil[reason] ?? untilText)(detail.until, lan, site.timeZone),
  age: site.minAge,
  restriction:
    detail.restriction === 'excluded' && detail.until === undefined ? 'for_good' : (detail.restriction ?? ''),
  limit: detail.limit ?? '',
  period: detail.period ?? '',
});

/** The text of the only wrong field; with several the refusal has its general text. */
const onlyText = (fields: Record<string, string> = {}): string | undefined => {
  const [text, ...others] = Object.values(fields);
  return others.length === 0 ? text : undefined;
};

/** Renders a refusal into the envelope, in the caller's language: the only place that does. */
export const renderRefusal = (refused: Refused, lan: Lan, site: SiteFacts): Answer => {
  const { code, status } = reasons[refused.reason];
  const translate = serverTranslator(lan);
  const { rules } = refused.detail;
  const fields =
    rules === undefined
      ? undefined
      : Object.fromEntries(Object.entries(rules).map(([field, rule]) => [field, translate(`rule.${rule}`)]));
  const data: Refusal = {
    reason: refused.reason,
    ...refused.detail,
    fields,
  };
  const msg = onlyText(fields) ?? translate(`error.${refused.reason}`, values(refused, lan, site));
  return { status, body: JSON.stringify({ code, msg, data }) };
};

/**
 * Renders the answer of a successful call. Only placing a bet has a message for the member.
 * @returns the envelope as JSON. It is made in one piece: text put around the data's JSON would be copied
 *   again.
 */
export const createSuccessRenderer = (name: RouteName): ((data: unknown, lan: Lan) => string) => {
  const messages = new Map<Lan, string>();
  const messageIn = (lan: Lan): string => {
    const known = messages.get(lan);
    if (known !== undefined) return known;
    const msg = name === 'orderAdd' ? serverTranslator(lan)('success.orderAdd') : '';
    messages.set(lan, msg);
    return msg;
  };
  return (data, lan) => JSON.stringify({ code: 1, msg: messageIn(lan), data });
};
