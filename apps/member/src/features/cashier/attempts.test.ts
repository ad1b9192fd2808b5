import { expect, it } from 'vitest';
import { answered, keyFor } from './attempts.ts';

it('keeps the key of a request until it is answered', () => {
  const wish = { channel: 'usdt-trc20', amount: '100.00' };
  const first = keyFor('recharge', wish);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keyFor('recharge', wish)).toBe(first);
  expect(keyFor('withdrawal', wish)).not.toBe(first);
  answered('recharge');
  expect(keyFor('recharge', wish)).not.toBe(first);
});

it('gives another request another key', () => {
  const first = keyFor('withdrawal', { amount: '100.00' });
  expect(keyFor('withdrawal', { amount: '100.01' })).not.toBe(first);
});
