import { expect, test } from 'vitest';
import { createPasswordHashers } from './password-hash.ts';

test('a crowd of members does not delay operators', async () => {
  const { members, office } = createPasswordHashers({ memoryKib: 1024 });
  const stored = await office.hash('stone-74-hill');
  const crowd = Array.from({ length: 160 }, (_, n) =>
    members.verify('a guess', undefined, { address: `192.0.2.${n}` }),
  );
  const results = Promise.allSettled(crowd);
  expect(await office.verify('stone-74-hill', stored)).toBe(true);
  const refused = (await results).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(160 - 66);
  for (const one of refused) expect(one).toMatchObject({ reason: { reason: 'unavailable' } });
});

/** Whether each was hashed, in the order of arrival, and the order in which they were. */
const ordered = async (calls: readonly [name: string, call: () => Promise<boolean>][]) => {
  const order: string[] = [];
  const told = await Promise.allSettled(
    calls.map(async ([name, call]) => {
      await call();
      order.push(name);
    }),
  );
  return { order, refused: told.filter(({ status }) => status === 'rejected').length };
};

test('a flood from one address fills its own share of the queue only', async () => {
  const { office } = createPasswordHashers({ memoryKib: 64 });
  const from = (address: string) => () => office.verify('a guess', undefined, { address });
  const flood = Array.from({ length: 100 }, (): [string, () => Promise<boolean>] => [
    'flood',
    from('192.0.2.1'),
  ]);
  const { order, refused } = await ordered([...flood, ['anna', from('198.51.100.7')]]);
  // One is being hashed and eight wait.
  expect(refused).toBe(100 - 9);
  expect(order.slice(0, 3)).toEqual(['flood', 'flood', 'anna']);
});

test('floods from any number of addresses do not delay operators seen there before, nor signed-in ones', async () => {
  const { office } = createPasswordHashers({ memoryKib: 64 });
  const stored = await office.hash('stone-74-hill');
  const flood = Array.from({ length: 500 }, (_, n): [string, () => Promise<boolean>] => [
    'flood',
    () => office.verify('a guess', undefined, { address: `2001:db8:${n}::/64` }),
  ]);
  const { order, refused } = await ordered([
    ...flood,
    ['anna', () => office.verify('stone-74-hill', stored, { address: '198.51.100.7', known: true })],
    ['ben', async () => (await office.hash('another-one')) !== ''],
  ]);
  expect(refused).toBe(500 - 65);
  // Known callers get every second turn.
  expect(order.slice(0, 5).toSorted()).toEqual(['anna', 'ben', 'flood', 'flood', 'flood']);
});

test('known callers do not delay those who come for the first time', async () => {
  const { office } = createPasswordHashers({ memoryKib: 64 });
  const known = Array.from({ length: 60 }, (_, n): [string, () => Promise<boolean>] => [
    'known',
    () => office.verify('a guess', undefined, { address: `192.0.2.${n}`, known: true }),
  ]);
  const { order, refused } = await ordered([
    ...known,
    ['new', () => office.verify('a guess', undefined, { address: '198.51.100.7' })],
  ]);
  expect(refused).toBe(0);
  expect(order.indexOf('new')).toBeLessThan(4);
});
