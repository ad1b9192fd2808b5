import { openFeed, placeBet } from '../fixtures/feed.ts';
import { memberApi } from '../fixtures/member-api.ts';
import { expect, test } from '../fixtures/test.ts';

test('the server and its database go forward together', async ({ newSite }) => {
  const site = await newSite();
  const feed = await openFeed(site.database, { isLive: true });
  const api = memberApi(site.url);
  await api.register('bettor');
  const inMinutes = (minutes: number): Date => new Date(site.now().getTime() + minutes * 60_000);
  const soon = await feed.announce('Rovers', 'United', inMinutes(5));
  const later = await feed.announce('City', 'Athletic', inMinutes(60));
  await feed.close();
  for (const { id } of [soon, later])
    await expect.poll(async () => (await api.answer('eventDetail', { id })).code).toBe(1);
  await placeBet(api, soon);
  await placeBet(api, later);
  await expect(placeBet(api, later)).rejects.toMatchObject({ reason: 'duplicate' });

  await site.later(10_000);
  await placeBet(api, later);
  await site.later(5 * 60_000);
  await expect(placeBet(api, soon)).rejects.toMatchObject({ reason: 'suspended' });
  await placeBet(api, later);
  const { list } = await api.call('orderList', {});
  const times = list.map(({ placedAt }) => Date.parse(placedAt));
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThanOrEqual(310_000);
});
