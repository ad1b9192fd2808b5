import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealing, NotOpened, parseBackupKey } from './sealing.ts';

const key = Buffer.alloc(32, 0x5a);
const sealing = createSealing(key);
const bytes = fc.uint8Array({ maxLength: 4_096 });
const name = fc.stringMatching(/^[a-z0-9]{1,10}(\/[a-z0-9.]{1,10}){0,2}$/);

test('what was sealed is read back', () =>
  fc.assert(
    fc.asyncProperty(name, bytes, async (under, text) => {
      const sealed = await sealing.seal(under, text);
      expect(await sealing.open(under, sealed)).toEqual(Buffer.from(text));
    }),
  ));

test('an object with any byte changed is refused', () =>
  fc.assert(
    fc.asyncProperty(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), async (text, at, change) => {
      const sealed = await sealing.seal('wal/1', text);
      const index = at % sealed.length;
      sealed[index] = (sealed[index] ?? 0) ^ change;
      await expect(sealing.open('wal/1', sealed)).rejects.toThrow(NotOpened);
    }),
  ));

test('an object cut short or with more bytes at its end is refused', () =>
  fc.assert(
    fc.asyncProperty(
      bytes,
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 9 }),
      async (text, at, more) => {
        const sealed = await sealing.seal('wal/1', text);
        await expect(sealing.open('wal/1', sealed.subarray(0, at % sealed.length))).rejects.toThrow(
          NotOpened,
        );
        await expect(sealing.open('wal/1', Buffer.concat([sealed, more]))).rejects.toThrow(NotOpened);
      },
    ),
  ));

test('an object under the name of another is refused', async () => {
  const sealed = await sealing.seal('wal/1', Buffer.from('one'));
  await expect(sealing.open('wal/2', sealed)).rejects.toThrow('wal/2 is damaged');
});

test('the error names the key by an id that has no part of it', async () => {
  const other = createSealing(Buffer.alloc(32, 0x5b));
  const sealed = await sealing.seal('wal/1', Buffer.from('one'));
  await expect(other.open('wal/1', sealed)).rejects.toThrow(
    `wal/1 is sealed with the key ${sealing.keyId}, and the key given is ${other.keyId}`,
  );
  expect(sealing.keyId).toMatch(/^[0-9a-f]{16}$/);
  expect(key.toString('hex')).not.toContain(sealing.keyId);
});

test('the same bytes are sealed differently each time, and none of them can be read', async () => {
  const text = Buffer.from('balance of ann 100.00'.repeat(20));
  const [one, two] = [await sealing.seal('a', text), await sealing.seal('a', text)];
  expect(one.equals(two)).toBe(false);
  expect(one.includes('balance')).toBe(false);
});

test('a key is 64 hexadecimal digits', () => {
  expect(parseBackupKey(`${'0a'.repeat(32)}\n`)).toEqual(Buffer.alloc(32, 0x0a));
  for (const wrong of ['', '0a', 'g'.repeat(64), '0a'.repeat(33)])
    expect(() => parseBackupKey(wrong)).toThrow('64 hexadecimal');
  expect(() => createSealing(Buffer.alloc(16))).toThrow('32 bytes');
});
