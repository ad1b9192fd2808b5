import { expect, test } from 'vitest';
import { creationOptions, isGivenUp, requestOptions } from './passkeys.ts';

test('of the options of a server only what is known goes to the browser, and a person must be verified', () => {
  expect(
    creationOptions({
      challenge: 'Y2hhbGxlbmdl',
      timeout: 300_000,
      attestation: 'direct',
      hints: ['x'],
      rp: { id: 'example.org', name: 'Site office' },
      user: { id: 'dQ', name: 'ada', displayName: 'ada' },
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }, { alg: 'none' }],
      excludeCredentials: [{ id: 'abc', type: 'public-key' }, {}],
      authenticatorSelection: { userVerification: 'discouraged' },
    }),
  ).toEqual({
    challenge: 'Y2hhbGxlbmdl',
    timeout: 300_000,
    attestation: 'none',
    rp: { id: 'example.org', name: 'Site office' },
    user: { id: 'dQ', name: 'ada', displayName: 'ada' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    excludeCredentials: [{ id: 'abc', type: 'public-key' }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(requestOptions({ challenge: 'YQ', rpId: 'example.org', userVerification: 'preferred' })).toEqual({
    challenge: 'YQ',
    rpId: 'example.org',
    allowCredentials: [],
    userVerification: 'required',
  });
});

test('a window that was closed is no failure', () => {
  expect(isGivenUp(new DOMException('closed', 'NotAllowedError'))).toBe(true);
  expect(isGivenUp(new Error('no'))).toBe(false);
});
