import { Type } from 'typebox';
import type { Environment } from '../rail.ts';

/** Settings of hosted card payments by Stripe Checkout. */
export const stripeSettings = {
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
export const stripeProblems = (env: Environment): string[] => {
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
