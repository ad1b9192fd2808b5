import type { Refusal } from '@touchline/contract/envelope';
import type { RouteName } from '@touchline/contract/paths';
import { reasons } from '@touchline/contract/reasons';
import { formatMoney } from '@touchline/locales/format';
import { formatWait } from '@touchline/locales/format-time';
import type { Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Refused } from '../refusal.ts';

/** The site's facts in texts of refusals. */
export type SiteFacts = { minAge: number; currency: string };

/** An answer ready to be sent. */
export type Answer = { status: number; body: string };

/** Values a refusal's text may name. */
const values = ({ detail }: Refused, lan: Lan, site: SiteFacts): Record<string, string | number> => ({
  min: detail.min === undefined ? '' : formatMoney(detail.min, { lan, currency: site.currency }),
  max: detail.max === undefined ? '' : formatMoney(detail.max, { lan, currency: site.currency }),
  left: detail.left === undefined ? '' : formatMoney(detail.left, { lan, currency: site.currency }),
  // A length is right wherever the reader's clock is; `data` has the time itself.
  until: detail.until === undefined ? '' : formatWait(Date.parse(detail.until) - Date.now(), lan),
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
