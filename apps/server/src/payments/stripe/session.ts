import type { Lan } from '@touchline/locales/locales';
import type { RailOrder } from '../providers/rail.ts';
import type { FormFields } from './form.ts';
import type { Charge } from './money.ts';

/** Stripe keeps a session open for 30 minutes at least. */
const openMinSeconds = 30 * 60;

/** Languages of the page at Stripe by ours; `auto` is the browser's, where Stripe has none. */
const pageLanguages: Readonly<Record<Lan, string>> = {
  ar: 'auto',
  hi: 'auto',
  en: 'en',
  de: 'de',
  es: 'es',
  fr: 'fr',
  id: 'id',
  it: 'it',
  ja: 'ja',
  ko: 'ko',
  pt: 'pt',
  ru: 'ru',
  th: 'th',
  tr: 'tr',
  vi: 'vi',
  'zh-CN': 'zh',
  'zh-TW': 'zh-TW',
};

/** Where a member comes back to: the recharge in the member app. */
const returnUrl = (origin: string, rechargeId: string): string =>
  `${origin}/#/pages/recharge/rechargeinfo?id=${encodeURIComponent(rechargeId)}`;

/**
 * The fields of a Checkout Session for an order. The same order always gives the same fields, because Stripe refuses a
 * key that comes back with others. So the session ends 30 minutes after the order, which is what Stripe demands even of
 * one begun at the last second: who pays in between pays late, unless the order was cancelled at its end.
 */
export const sessionFields = (
  order: RailOrder,
  { charge, site }: { charge: Charge; site: string },
): FormFields => {
  const back = returnUrl(order.origin, order.rechargeId);
  const metadata = { recharge: order.rechargeId, currency: order.currency.code };
  return {
    mode: 'payment',
    payment_method_types: ['card'],
    client_reference_id: order.rechargeId,
    metadata,
    payment_intent_data: { description: `${site} ${order.reference}`, metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: charge.currency,
          unit_amount: charge.amount,
          product_data: { name: `${site} ${order.reference}` },
        },
      },
    ],
    // Else Stripe may let the member pay in a currency of their own.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(order.expiresAt.getTime() / 1_000) + openMinSeconds,
    locale: pageLanguages[order.lan],
    success_url: back,
    cancel_url: back,
  };
};
