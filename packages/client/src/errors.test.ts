import { expect, it } from 'vitest';
import { CallError, mayTryAgain, networkError } from './errors.ts';

it('tries again after a lost connection, not after a refusal or a whole minute without an answer', () => {
  expect(mayTryAgain(networkError('connection'))).toBe(true);
  expect(mayTryAgain(networkError('timeout'))).toBe(false);
  expect(mayTryAgain(new CallError({ code: 0, reason: 'not_found', message: '' }))).toBe(false);
  expect(mayTryAgain(new Error('a fault of the page'))).toBe(false);
});
