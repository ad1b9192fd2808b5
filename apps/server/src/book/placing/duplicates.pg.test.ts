import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '@touchline/contract/routes';
import { newId } from '../../platform/ids.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { placingHouse, refusalOf, type PlacingHouse } from '../../testing/placing.ts';

// Two processes of one site over one database.
let house: PlacingHouse;
let beside: PlacingHouse;
let event: string;
const limits = { minMinor: 100n, maxMinor: 100_000n, potentialMaxMinor: 10_000_000n };
beforeAll(async () => {
  house = await placingHouse(limits);
  beside = await placingHouse(limits, house);
  event = (await testEvent(house.database.pool)).id;
  for (const each of [house, beside]) await each.board.refresh([event]);
});
afterAll(async () => {
  await beside.close();
  await house.close();
});

const order = (rest: Partial<Input<'orderAdd'>> = {}): Input<'orderAdd'> => ({
  key: newId(),
  type: 'single',
  stake: '10.00',
  accept: 'none',
  legs: [{ event, market: '1x2', selection: 'X', odds: '3.40' }],
  ...rest,
});
type Member = { id: string; shard: number };
const age = (member: Member, seconds: number) =>
  house.database.owner.query(
    `update bet set placed_at = placed_at - $3 * interval '1 second' where shard = $1 and member_id = $2`,
    [member.shard, member.id, seconds],
  );

describe('the same bet under another key', () => {
  it('is refused, one after the other and tapped twice at once', async () => {
    const member = await testWallet(house.database.pool, 100_000n);
    await house.placing.place(member, order());
    expect(await refusalOf(house.placing.place(member, order()))).toMatchObject({ reason: 'duplicate' });
    const twice = await Promise.allSettled(
      [1, 2, 3].map(() => house.placing.place(member, order({ stake: '20.00' }))),
    );
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await house.available(member)).toBe(97_000n);
  });

  it('is taken when the member confirms it, and when it differs', async () => {
    const member = await testWallet(house.database.pool, 100_000n);
    await house.placing.place(member, order());
    await house.placing.place(member, order({ again: true }));
    await house.placing.place(member, order({ stake: '10.01' }));
    await house.placing.place(
      member,
      order({ legs: [{ event, market: '1x2', selection: '1', odds: '2.10' }] }),
    );
    expect(await house.available(member)).toBe(100_000n - 1_000n - 1_000n - 1_001n - 1_000n);
  });

  it('keeps its key: refused once more, and another request with it is another body', async () => {
    const member = await testWallet(house.database.pool, 100_000n);
    await house.placing.place(member, order());
    const second = order();
    for (let i = 0; i < 2; i++) {
      expect(await refusalOf(house.placing.place(member, second))).toMatchObject({ reason: 'duplicate' });
    }
    expect(await refusalOf(house.placing.place(member, { ...second, again: true }))).toMatchObject({
      reason: 'key_reused',
    });
  });

  it('is found in another process, also when both get it at once', async () => {
    const member = await testWallet(house.database.pool, 100_000n);
    await house.placing.place(member, order());
    expect(await refusalOf(beside.placing.place(member, order()))).toMatchObject({ reason: 'duplicate' });
    for (let round = 0; round < 30; round++) {
      const twin = await testWallet(house.database.pool, 10_000n);
      const both = [house, beside, house, beside].map(({ placing }) => placing.place(twin, order()));
      const taken = (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled');
      expect(taken).toHaveLength(1);
      expect(await house.available(twin)).toBe(9_000n);
    }
  });

  it('of another process is found also by one that knows the member', async () => {
    const member = await testWallet(house.database.pool, 100_000n);
    await house.placing.place(member, order({ stake: '5.00' }));
    await beside.placing.place(member, order());
    await house.placing.place(member, order({ stake: '6.00' }));
    expect(await refusalOf(house.placing.place(member, order()))).toMatchObject({ reason: 'duplicate' });
  });

  it('is a new bet once the window has passed', async () => {
    const member = await testWallet(house.database.pool, 100_000n);
    await beside.placing.place(member, order());
    await age(member, 9);
    expect(await refusalOf(house.placing.place(member, order()))).toMatchObject({ reason: 'duplicate' });
    await age(member, 2);
    expect((await house.placing.place(member, order())).state).toBe('waiting');
  });
});
