import { expect, test } from 'vitest';
import { createPasswordHashers } from './password-hash.ts';

test('a crowd of members keeps no operator out', async () => {
  const { members, office } = createPasswordHashers({ memoryKib: 1024 });
  const stored = await office.hash('stone-74-hill');
  const crowd = Array.from({ length: 160 }, () => members.verify('a guess', undefined));
  const results = Promise.allSettled(crowd);
  expect(await office.verify('stone-74-hill', stored)).toBe(true);
  const refused = (await results).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(160 - 66);
  for (const one of refused) expect(one).toMatchObject({ reason: { reason: 'unavailable' } });
});
