import { afterAll, beforeAll, expect, it } from 'vitest';
import { testWallet } from '../testing/book.ts';
import { pick, testSettling, type TestSettling } from '../testing/settling.ts';
import { bookFacts } from './log-facts.ts';

let book: TestSettling;
beforeAll(async () => {
  book = await testSettling();
});
afterAll(() => book.close());

it('a bet is logged whose odds are above every integer, next to a single', async () => {
  const { pool } = book.database;
  const member = await testWallet(pool, 100_000n);
  const events = await book.open(20);
  const long = await book.bet(member, events.map(pick.draw), { stake: '0.01' });
  const single = await book.bet(member, events.slice(0, 1).map(pick.draw));
  const [facts] = bookFacts.filter(({ kinds }) => kinds.includes('bet'));
  const owner = { shard: member.shard, memberId: member.id };
  const page = await facts?.page?.(pool, owner, { after: undefined, limit: 10 });
  expect(page?.map(({ id }) => id)).toEqual([long, single]);
  expect(JSON.parse(page?.[0]?.body ?? '')).toMatchObject({
    odds: (3_400n ** 20n / 1_000n ** 19n).toString(),
  });
});
