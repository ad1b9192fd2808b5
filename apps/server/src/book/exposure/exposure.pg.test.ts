import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { singleOf, worstOfBets } from '../../testing/exposure.ts';
import { testEvent, testWallet } from '../../testing/book.ts';
import { placingHouse, refusalOf, type PlacingHouse } from '../../testing/placing.ts';
import { noCaps, type Caps } from './caps.ts';

const limits = { minMinor: 100n, maxMinor: 10_000_000n, potentialMaxMinor: 100_000_000n };
let house: PlacingHouse;
beforeAll(async () => {
  house = await placingHouse(limits);
});
afterAll(() => house.close());

const capped = (caps: Partial<Caps>): Promise<PlacingHouse> =>
  placingHouse(limits, house, { caps: { ...noCaps, ...caps } });

describe('a cap of an event', () => {
  it('is kept to the cent, alone: the stake offered is taken, and a cent more is not', async () => {
    const selling = await capped({ event: 100_000 });
    const { id: event } = await testEvent(house.database.pool);
    const member = await testWallet(house.database.pool, 10_000_000n);
    await selling.placing.place(member, singleOf(event, { stake: '100.00' }));
    expect(
      await refusalOf(selling.placing.place(member, singleOf(event, { stake: '400.00' }))),
    ).toMatchObject({
      reason: 'stake_max',
      detail: { max: '316.67' },
    });
    expect(
      await refusalOf(selling.placing.place(member, singleOf(event, { stake: '316.68' }))),
    ).toMatchObject({
      reason: 'stake_max',
      detail: { max: '316.67' },
    });
    await selling.placing.place(member, singleOf(event, { stake: '316.67' }));
    expect(await refusalOf(selling.placing.place(member, singleOf(event, { stake: '1.00' })))).toMatchObject({
      reason: 'stake_max',
      detail: { max: '0.00' },
    });
    // What takes nothing from the house at a draw makes room for it.
    await selling.placing.place(member, singleOf(event, { selection: '1', oddsMilli: 2100, stake: '10.00' }));
    await selling.placing.place(member, singleOf(event, { stake: '4.17' }));
    expect(await worstOfBets(house.database.pool, event)).toMatchObject({ event: 100_000 });
    await selling.close();
  });
});
