import { currencies } from '@touchline/money/currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input, Output } from '@touchline/contract/routes';
import { newId } from '../core/ids.ts';
import { Refused } from '../core/refusal.ts';
import { testWallet } from '../testing/book.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { Wallet } from '../ledger/service.ts';
import { createMoneyEntry, createMoneyPages, moneyLogHandlers } from './log-routes.ts';

let database: TestDatabase;
let wallet: Wallet;
beforeAll(async () => {
  database = await testDatabase();
  wallet = new Wallet(database);
});
afterAll(() => database.close());

let owner: Awaited<ReturnType<typeof testWallet>>;
beforeEach(async () => {
  owner = await testWallet(database.pool, 100_000n);
});

const list = (
  input: Input<'moneyLogList'>,
  timeZone = 'UTC',
  of = owner,
): Promise<Output<'moneyLogList'>> => {
  const words = {
    notes: () => Promise.resolve(new Map<string, string>()),
    wallet,
    currency: currencies.PLAY,
  };
  return moneyLogHandlers({
    pages: createMoneyPages({ ...words, timeZone }),
    one: createMoneyEntry(words),
    receiptOfEntry: () => Promise.resolve([]),
  }).moneyLogList(input, {
    member: { ...of, sessionId: 's' },
    lan: 'en',
    address: '127.0.0.1',
    userAgent: '',
    host: '',
    protocol: 'http',
  });
};
const stake = (amountMinor: bigint) =>
  wallet.post([
    {
      shard: owner.shard,
      memberId: owner.id,
      key: newId(),
      kind: 'stake',
      amountMinor: -amountMinor,
      counterAccount: 'stakes' as const,
      ref: newId(),
    },
  ]);

describe('the entries of a wallet', () => {
  it('are listed newest first, each with its change and the balance after it', async () => {
    await stake(1_250n);
    await stake(500n);
    const { list: entries, total } = await list({});
    expect(total).toBe(3);
    expect(entries.map(({ id, kind, amount, balanceAfter }) => [id, kind, amount, balanceAfter])).toEqual([
      ['3', 'stake', '-5.00', '982.50'],
      ['2', 'stake', '-12.50', '987.50'],
      ['1', 'grant', '1000.00', '1000.00'],
    ]);
    expect(entries[0]).toMatchObject({ held: '0.00', heldAfter: '0.00', ref: expect.any(String) });
    expect(entries[2]?.ref).toBeUndefined();
  });

  it('include holds and their ends', async () => {
    const id = newId();
    const held = { shard: owner.shard, memberId: owner.id, id };
    await wallet.hold([{ ...held, key: newId(), kind: 'live_delay', amountMinor: 700n }]);
    await wallet.endHolds([
      { ...held, key: newId(), kind: 'stake', end: 'posted', counterAccount: 'stakes' },
    ]);
    const { list: entries } = await list({});
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'stake', amount: '0.00', held: '-7.00', balanceAfter: '993.00', heldAfter: '0.00', ref: id },
      {
        kind: 'live_delay',
        amount: '-7.00',
        held: '7.00',
        balanceAfter: '993.00',
        heldAfter: '7.00',
        ref: id,
      },
    ]);
  });

  it('are filtered by kind and by page, and never those of another member', async () => {
    for (const amount of [100n, 200n, 300n]) await stake(amount);
    const other = await testWallet(database.pool, 5n);
    expect((await list({ kind: 'grant' })).list.map(({ amount }) => amount)).toEqual(['1000.00']);
    expect(await list({ kind: 'stake', page: 2, limit: 2 })).toMatchObject({
      total: 3,
      page: 2,
      limit: 2,
      list: [{ amount: '-1.00' }],
    });
    expect((await list({ kind: 'payout' })).list).toEqual([]);
    expect((await list({}, 'UTC', other)).total).toBe(1);
  });

  it('are filtered by days of the site, both ends included', async () => {
    await stake(100n);
    const at = (version: number, moment: string) =>
      database.owner.query('update entry set at = $3 where shard = $1 and member_id = $2 and version = $4', [
        owner.shard,
        owner.id,
        moment,
        version,
      ]);
    await at(1, '2026-06-10T23:30:00Z');
    await at(2, '2026-06-11T22:00:00Z');
    const ids = async (days: { from?: string; to?: string }, timeZone = 'UTC') =>
      (await list(days, timeZone)).list.map(({ id }) => id);
    const day = (date: string) => ({ from: date, to: date });
    expect(await ids(day('2026-06-11'))).toEqual(['2']);
    expect(await ids({ to: '2026-06-10' })).toEqual(['1']);
    expect(await ids({ from: '2026-06-10' })).toEqual(['2', '1']);
    // In Berlin both were after midnight.
    expect(await ids(day('2026-06-11'), 'Europe/Berlin')).toEqual(['1']);
    expect(await ids(day('2026-06-12'), 'Europe/Berlin')).toEqual(['2']);
  });

  it('of days in the wrong order are refused', async () => {
    await expect(list({ from: '2026-06-12', to: '2026-06-11' })).rejects.toThrow(Refused);
  });
});
