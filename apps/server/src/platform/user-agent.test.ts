import { expect, test } from 'vitest';
import { maskedAddress } from './address.ts';
import { readUserAgent } from './user-agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/143.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/143.0.0.0 Safari/537.36 Edg/143.0`, 'Edge', 'Windows'],
  [
    `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/143.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0`,
    'Samsung Internet',
    'Android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.5 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit} CriOS/143.0 Mobile`, 'Chrome', 'iOS'],
  ['curl/8.5.0', undefined, undefined],
  ['', undefined, undefined],
])('%s', (text, browser, system) => {
  const read = readUserAgent(text);
  expect([read.browser, read.system]).toEqual([browser, system]);
});

test('an address is told without its last part', () => {
  expect(maskedAddress('203.0.113.7')).toBe('203.0.113.…');
  expect(maskedAddress('2001:db8:1:2::/64')).toBe('2001:db8:1:…');
});
