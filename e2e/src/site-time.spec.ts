import { placeBet } from './first-bet.ts';
import { expect, test } from './test.ts';

test('the server and its database go forward together', async ({ site, newMatch, newMember }) => {
  const { api } = await newMember();
  const inMinutes = (minutes: number): Date => new Date(site.now().getTime() + minutes * 60_000);
  const [soon, later] = [
    await newMatch({ kickOff: inMinutes(5) }),
    await newMatch({ kickOff: inMinutes(60) }),
  ];
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
