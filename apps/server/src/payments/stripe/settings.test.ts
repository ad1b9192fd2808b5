import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../core/config/config.ts';

const problems = (env: Record<string, string>): string => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};
const good = { STRIPE_SECRET_KEY: 'sk_test_12345678', STRIPE_WEBHOOK_SECRETS: 'whsec_12345678' };

describe('the settings of Stripe', () => {
  it('have defaults, and take a test key with its secrets', () => {
    expect(readConfig({})).toMatchObject({
      STRIPE_API_URL: 'https://api.stripe.com/',
      STRIPE_PLAY_CURRENCY: 'USD',
    });
    expect(problems(good)).toBe('');
    expect(problems({ ...good, STRIPE_SECRET_KEY: 'rk_test_12345678' })).toBe('');
    expect(problems({ ...good, STRIPE_WEBHOOK_SECRETS: 'whsec_12345678,whsec_87654321' })).toBe('');
  });

  it.each(['sk_live_12345678', 'rk_live_12345678'])(
    'refuse to start play mode with %s, and do not repeat it',
    (key) => {
      const text = problems({ ...good, STRIPE_SECRET_KEY: key });
      expect(text).toContain('STRIPE_SECRET_KEY is not a test key');
      expect(text).not.toContain(key);
    },
  );

  it('refuse a key whose payments could not be verified', () => {
    expect(problems({ STRIPE_SECRET_KEY: good.STRIPE_SECRET_KEY })).toContain(
      'STRIPE_WEBHOOK_SECRETS is missing',
    );
  });

  it('refuse malformed keys and secrets, and do not repeat them', () => {
    for (const wrong of [
      { STRIPE_SECRET_KEY: 'pk_test_12345678' },
      { STRIPE_SECRET_KEY: 'sk_test_1234 5678' },
      { STRIPE_WEBHOOK_SECRETS: '12345678' },
      { STRIPE_WEBHOOK_SECRETS: 'whsec_12345678;whsec_12345678' },
      { STRIPE_WEBHOOK_SECRETS: 'whsec_12345678,whsec_12345678,whsec_12345678' },
    ]) {
      const text = problems({ ...good, ...wrong });
      expect(text).toContain(Object.keys(wrong)[0]);
      for (const value of Object.values(wrong)) expect(text).not.toContain(value);
    }
  });

  it('send the key over https only, except to this machine', () => {
    expect(problems({ ...good, STRIPE_API_URL: 'http://api.example/' })).toContain(
      'STRIPE_API_URL must be https',
    );
    expect(problems({ ...good, STRIPE_API_URL: 'http://localhost.example/' })).toContain('STRIPE_API_URL');
    expect(problems({ ...good, STRIPE_API_URL: 'http://127.0.0.1:12111/' })).toBe('');
  });
});
