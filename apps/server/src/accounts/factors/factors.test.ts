import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deviceOf, networkOf } from '../device.ts';
import { fromUserHandle, toUserHandle } from './passkey-response.ts';
import { newRecoveryCode, readOtp } from './recovery-code.ts';
import { relyingPartyOf } from './relying-party.ts';
import { newTotpSecret, stepOfCode, totpTexts } from './totp.ts';

describe('codes of an authenticator app', () => {
  // RFC 6238, appendix B, SHA1; the last six of its eight digits.
  const secret = Buffer.from('12345678901234567890');
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds: %s', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    const at = (steps: number) => new Date((seconds + steps * 30) * 1_000);
    expect(stepOfCode(secret, code, at(0))).toBe(step);
    expect(stepOfCode(secret, code, at(1))).toBe(step);
    expect(stepOfCode(secret, code, at(-1))).toBe(step);
    expect(stepOfCode(secret, code, at(2))).toBeUndefined();
    expect(stepOfCode(secret, code, at(-2))).toBeUndefined();
  });

  test('a secret has 160 bits, and carries the name of the site', () => {
    const bytes = newTotpSecret();
    expect(bytes).toHaveLength(20);
    const { secret: typed, uri } = totpTexts(bytes, { issuer: 'Touch & line', label: 'anna' });
    expect(typed).toMatch(/^[A-Z2-7]{32}$/);
    const read = new URL(uri);
    expect(read.protocol).toBe('otpauth:');
    expect(decodeURIComponent(read.pathname)).toContain('Touch & line:anna');
    expect(Object.fromEntries(read.searchParams)).toEqual({
      issuer: 'Touch & line',
      secret: typed,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  test('have ten characters in two groups, without characters that look alike', () => {
    const codes = new Set(Array.from({ length: 500 }, newRecoveryCode));
    expect(codes.size).toBe(500);
    for (const code of codes)
      expect(code).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{5}-[34679ACDEFGHJKMNPQRTWXY]{5}$/);
  });

  test('accept any blanks, hyphens and case', () => {
    expect(readOtp(' ac34f 97kmx')).toEqual(readOtp('AC34F-97KMX'));
    expect(readOtp('123 456')).toEqual({ kind: 'totp', code: '123456' });
    for (const typed of ['١٢٣٤٥٦', '１２３４５６', '१२३४५६', '\u202d123456\u202c', '123\u2011456']) {
      expect(readOtp(typed)).toEqual({ kind: 'totp', code: '123456' });
    }
  });
});

describe('relying party of passkeys', () => {
  test.each([
    ['example.org', undefined, 'example.org', ['https://example.org']],
    ['api.example.org', undefined, 'example.org', ['https://example.org']],
    ['API.Example.org:443', undefined, 'example.org', ['https://example.org']],
    ['api.example.org:8443', undefined, 'example.org', ['https://example.org:8443']],
    ['localhost:3000', undefined, 'localhost', ['https://localhost:3000', 'http://localhost:3000']],
    ['api.play.example.org', 'example.org', 'example.org', ['https://play.example.org']],
    ['127.0.0.1:3000', 'example.org', 'example.org', ['https://example.org']],
    ['badexample.org', 'example.org', 'example.org', ['https://example.org']],
    ['no host/at all', undefined, 'no host/at all', []],
  ])('%s, fixed to %s', (host, fixed, rpId, origins) => {
    expect(relyingPartyOf(host, fixed)).toEqual({ rpId, origins });
  });
});

test('reads a member only from the 16 bytes that an authenticator keeps', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(fromUserHandle(Buffer.from(toUserHandle(id)).toString('base64url'))).toBe(id);
    }),
  );
  for (const handle of [
    '',
    'AAAA',
    Buffer.alloc(15).toString('base64url'),
    Buffer.alloc(17).toString('base64url'),
  ]) {
    expect(fromUserHandle(handle)).toBeUndefined();
  }
});

describe('a session as its member sees it', () => {
  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iOS' },
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
      { browser: 'Chrome', system: 'Android' },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      { browser: 'Firefox', system: 'Windows' },
    ],
    ['', {}],
    ['x'.repeat(300), {}],
  ])('%s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toEqual(device);
  });

  test.each([
    ['203.0.113.7', '203.0.113.x'],
    ['2001:db8:1:2::/64', '2001:db8:1:x'],
    ['', 'x'],
  ])('%s is written as %s', (address, told) => {
    expect(networkOf(address)).toBe(told);
  });
});
