import { expect, it } from 'vitest';
import { keyBytes, keyText } from './push.ts';

it.each([16, 32, 65])('writes and reads keys of %i bytes as Node does', (length) => {
  const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 97 + length) % 256));
  const text = bytes.toString('base64url');
  expect(Buffer.from(keyBytes(text))).toEqual(bytes);
  expect(keyText(Uint8Array.from(bytes).buffer)).toBe(text);
});

it('reads the signs that plain base64 does not have', () => {
  expect([...keyBytes('-_8')]).toEqual([0xfb, 0xff]);
});
