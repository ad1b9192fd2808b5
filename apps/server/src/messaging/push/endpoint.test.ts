import { describe, expect, test } from 'vitest';
import { isEndpoint, isPublicAddress, publicLookup } from './endpoint.ts';

describe('endpoints', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/Q',
  ])('%s is one', (endpoint) => {
    expect(isEndpoint(endpoint, { loopback: false })).toBe(true);
  });

  test.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://me:pw@push.example.org/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://metadata.google.internal/',
    'https://router.local/',
    'https://db/',
    'https://printer.LAN./',
    'ftp://push.example.org/',
    'file:///etc/passwd',
    'not a url',
    '',
  ])('%s is none', (endpoint) => {
    expect(isEndpoint(endpoint, { loopback: false })).toBe(false);
  });

  test('tests may use 127.0.0.1, and nothing else', () => {
    expect(isEndpoint('http://127.0.0.1:3000/x', { loopback: true })).toBe(true);
    expect(isEndpoint('http://10.0.0.1:3000/x', { loopback: true })).toBe(false);
  });
});

describe('addresses', () => {
  test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    'ff02::1',
    'name',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([{ all: true }, {}])('a name that leads home is not called: %o', async (options) => {
    const error = await new Promise((resolve) => publicLookup('localhost', options, resolve));
    expect(error).toMatchObject({ message: expect.stringContaining('no public address') });
  });
});
