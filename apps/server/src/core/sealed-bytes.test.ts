import { describe, expect, test } from 'vitest';
import { createSealer } from './secrets.ts';

const secret = new Uint8Array(32).fill(1);
const bytes = Buffer.from('twenty bytes exactly');

describe('sealed bytes', () => {
  const sealer = createSealer(secret, 'test');
  const sealed = sealer.seal(bytes, 'anna');

  test('open for their owner, here and in another process', () => {
    expect(sealer.open(sealed, 'anna')).toEqual(bytes);
    expect(createSealer(secret, 'test').open(sealed, 'anna')).toEqual(bytes);
  });

  test('do not open for another owner, purpose or secret', () => {
    expect(sealer.open(sealed, 'ben')).toBeUndefined();
    expect(createSealer(secret, 'other').open(sealed, 'anna')).toBeUndefined();
    expect(createSealer(new Uint8Array(32).fill(2), 'test').open(sealed, 'anna')).toBeUndefined();
  });

  test('do not open when a byte was changed, or when they are cut', () => {
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(sealer.open(changed, 'anna')).toBeUndefined();
      expect(sealer.open(sealed.subarray(0, i), 'anna')).toBeUndefined();
    }
  });

  test('differ each time, and do not show their content', () => {
    expect(sealer.seal(bytes, 'anna')).not.toEqual(sealed);
    expect(sealed.includes(bytes.subarray(0, 4))).toBe(false);
  });
});
