import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Log } from '../../core/logging/log.ts';
import { defineRail, RailAway, type Environment, type Rail } from '../providers/rail.ts';
import { checkSignature } from '../providers/signature.ts';
import { createStripeApi, type StripeAnswer, type StripeApiOptions } from './api.ts';
import { chargeOf } from './money.ts';
import { readEvent } from './notice.ts';
import { sessionFields } from './session.ts';

/** Settings of hosted card payments by Stripe Checkout. */
const stripeSettings = {
  STRIPE_SECRET_KEY: Type.Optional(
    Type.String({
      pattern: '^(sk|rk)_(test|live)_[A-Za-z0-9]{8,250}$',
      description: 'key of Stripe; without it there is no such rail. In play mode a test key',
    }),
  ),
  STRIPE_WEBHOOK_SECRETS: Type.String({
    pattern: '^(whsec_[A-Za-z0-9_+/=-]{8,250}(,whsec_[A-Za-z0-9_+/=-]{8,250})?)?$',
    default: '',
    description: 'what notices are signed with; two, comma separated, while it is changed',
  }),
  STRIPE_API_URL: Type.String({ pattern: '^https?://', default: 'https://api.stripe.com/' }),
  STRIPE_PLAY_CURRENCY: Type.Enum(['USD', 'EUR', 'GBP'], {
    default: 'USD',
    description: 'what play money is called at Stripe, which knows none; test keys move no money',
  }),
};

/** Problems between settings of Stripe. No value is named: most are secret. */
const stripeProblems = (env: Environment): string[] => {
  const { MODE = 'play', STRIPE_SECRET_KEY: key = '', STRIPE_WEBHOOK_SECRETS: secrets = '' } = env;
  const url = env['STRIPE_API_URL'] ?? '';
  const isPlain =
    url.startsWith('http://') && !/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(`${url}/`);
  return [
    ...(MODE !== 'real' && key !== '' && !/^(sk|rk)_test_/.test(key)
      ? ['STRIPE_SECRET_KEY is not a test key (sk_test_…): play mode never takes real money']
      : []),
    ...(key !== '' && secrets === ''
      ? ['STRIPE_WEBHOOK_SECRETS is missing: without it no payment could be believed']
      : []),
    ...(isPlain ? ['STRIPE_API_URL must be https: the key travels with every call'] : []),
  ];
};

const sessionId = '^cs_(test|live)_[A-Za-z0-9]{1,250}$';
const isSessionId = new RegExp(sessionId);

const Created = Compile(
  Type.Object({
    id: Type.String({ pattern: sessionId }),
    object: Type.Literal('checkout.session'),
    livemode: Type.Boolean(),
    client_reference_id: Type.String(),
    url: Type.String({ pattern: '^https://', maxLength: 4_000 }),
  }),
);
const Status = Compile(
  Type.Object({ id: Type.String(), status: Type.Enum(['open', 'complete', 'expired']) }),
);
const Failure = Compile(
  Type.Object({
    error: Type.Object({
      type: Type.String(),
      code: Type.Optional(Type.String()),
      param: Type.Optional(Type.String()),
    }),
  }),
);

export type StripeRailOptions = {
  secretKey: string;
  /** One, or two while it is being changed. */
  webhookSecrets: readonly string[];
  baseUrl: string;
  playCurrency: string;
  /** Shown at Stripe before the reference. */
  site: () => string;
  log: Log;
  calls?: Pick<StripeApiOptions, 'timeoutMs' | 'attempts' | 'pauseMs'>;
};

/** Hosted card payments by Stripe Checkout. */
export const createStripeRail = (options: StripeRailOptions): Rail => {
  const { secretKey, webhookSecrets, baseUrl, playCurrency, log, calls } = options;
  const live = /^(sk|rk)_live_/.test(secretKey);
  const api = createStripeApi({ secretKey, baseUrl, log, ...calls });

  /** An unexpected answer: logged without the message, which may quote the request. */
  const away = (path: string, { status, body }: StripeAnswer): RailAway => {
    const error = Failure.Check(body) ? body.error : undefined;
    log.error(
      { path, status, type: error?.type, code: error?.code, param: error?.param },
      'stripe refused a call',
    );
    return new RailAway(`status ${status}`);
  };

  return {
    id: 'stripe',
    sandbox: !live,

    async begin(order) {
      const charge = chargeOf(order.amountMinor, order.currency, playCurrency);
      if (charge === undefined) throw new RailAway('amount');
      const path = '/v1/checkout/sessions';
      const answer = await api.post(
        path,
        sessionFields(order, { charge, site: options.site() }),
        `recharge-${order.rechargeId}`,
      );
      const { status, body } = answer;
      if (status !== 200 || !Created.Check(body)) throw away(path, answer);
      if (body.livemode !== live || body.client_reference_id !== order.rechargeId) throw away(path, answer);
      return { providerRef: body.id, payUrl: body.url };
    },

    async cancel(providerRef) {
      if (!isSessionId.test(providerRef)) throw new RailAway('reference');
      const path = `/v1/checkout/sessions/${providerRef}`;
      const answer = await api.post(`${path}/expire`, {}, `expire-${providerRef}`);
      if (answer.status === 200) return;
      // Only an open one can be ended. Whether it has ended already is queried, not guessed from a message.
      const now = await api.get(path);
      const isOver = now.status === 200 && Status.Check(now.body) && now.body.status !== 'open';
      if (!isOver) throw away(`${path}/expire`, answer);
    },

    async readNotice(raw, headers, now) {
      checkSignature(headers['stripe-signature'], raw, { secrets: webhookSecrets, now });
      return readEvent(raw, { live, playCurrency });
    },
  };
};

/** Stripe, where the settings name its key. */
export const stripe = defineRail({
  method: 'card',
  settings: stripeSettings,
  problems: stripeProblems,
  open: (settings, { log, site }) =>
    settings.STRIPE_SECRET_KEY === undefined
      ? undefined
      : createStripeRail({
          secretKey: settings.STRIPE_SECRET_KEY,
          webhookSecrets: settings.STRIPE_WEBHOOK_SECRETS.split(',').filter((one) => one !== ''),
          baseUrl: settings.STRIPE_API_URL,
          playCurrency: settings.STRIPE_PLAY_CURRENCY,
          site,
          log,
        }),
});
