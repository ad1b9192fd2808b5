import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../core/ids.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { auditShard, createAuditor, hasOpenBreach, recordBreaches } from './auditor.ts';
import { rollUpAll } from './roll-up-all.ts';
import { Wallet } from './service.ts';

const shard = 0;
const memberId = newId();
const owner = { shard, memberId };
const openHold = newId();
const endedHold = newId();

/** Manipulations by someone with access to the database, and the invariant that finds each. */
const corruptions: { what: string; sql: string; invariant: string }[] = [
  { what: 'a balance raised by hand', sql: `update wallet set available = available + 1`, invariant: 'I3' },
  { what: 'a held balance raised by hand', sql: `update wallet set held = held + 1`, invariant: 'I5' },
  { what: 'a version skipped', sql: `update wallet set version = version + 1`, invariant: 'I3' },
  {
    what: 'an entry removed from the middle',
    sql: `delete from entry where version = 2`,
    invariant: 'I3',
  },
  {
    what: 'the last entry removed',
    sql: `delete from entry where version = (select max(version) from entry)`,
    invariant: 'I3',
  },
  {
    what: 'an amount changed',
    sql: `update entry set amount = amount + 1 where version = 1`,
    invariant: 'I3',
  },
  {
    what: 'an amount and all after-values changed together with the wallet',
    sql: `with e as (
            update entry set amount = amount + (version = 1)::int, available_after = available_after + 1 returning 1)
          update wallet set available = available + 1`,
    invariant: 'I4',
  },
  {
    what: 'another house account named',
    sql: `update entry set counter_account = 'fees' where version = 1`,
    invariant: 'I4',
  },
  {
    what: 'a house account left out',
    sql: `update entry set counter_account = '' where version = 1`,
    invariant: 'I1',
  },
  {
    what: 'a balance below zero',
    sql: `alter table wallet drop constraint wallet_available_check; update wallet set available = -1`,
    invariant: 'I2',
  },
  {
    what: 'an after-value below zero',
    sql: `alter table entry drop constraint entry_available_after_check;
          update entry set available_after = -1 where version = 1`,
    invariant: 'I2',
  },
  { what: 'a wallet removed', sql: `delete from wallet`, invariant: 'I3' },
  { what: 'a house total changed', sql: `update house_total set amount = amount - 1`, invariant: 'I4' },
  {
    what: 'an ended hold opened again',
    sql: `update hold set state = 'open' where id = '${endedHold}'`,
    invariant: 'I5',
  },
  {
    what: 'an open hold ended without an entry',
    sql: `update hold set state = 'released' where id = '${openHold}'`,
    invariant: 'I5',
  },
  { what: 'a hold removed', sql: `delete from hold where id = '${endedHold}'`, invariant: 'I5' },
  {
    what: 'a hold without entries',
    sql: `insert into hold values (${shard}, '${memberId}', gen_random_uuid(), 'x', 5, 'posted')`,
    invariant: 'I5',
  },
  {
    what: 'a refused operation that moved money',
    sql: `insert into operation (shard, member_id, key, request_hash, kind, amount, counter_account, outcome)
          select shard, member_id, key, request_hash, kind, amount, counter_account, 'insufficient' from entry where key = 'bet'`,
    invariant: 'I6',
  },
  {
    what: 'an entry whose request is gone',
    sql: `update entry set request_hash = null where key = 'bet'`,
    invariant: 'I7',
  },
  {
    what: 'an operation applied without an entry',
    sql: `update operation set outcome = 'applied' where key = 'too much'`,
    invariant: 'I7',
  },
];

/** An operation and its entry as they were written when every key was an operation. */
const asBefore = [
  `insert into operation (shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, outcome, at)
   select shard, member_id, key, request_hash, kind, amount, held_change, counter_account, ref, 'applied', at from entry`,
  'update entry set request_hash = null',
];

/** Manipulations of such rows. */
const corruptionsBefore: { what: string; sql: string; invariant: string }[] = [
  { what: 'an operation removed', sql: `delete from operation where key = 'bet'`, invariant: 'I7' },
  {
    what: 'the last entry removed',
    sql: `delete from entry where version = (select max(version) from entry)`,
    invariant: 'I7',
  },
  {
    what: 'an amount changed',
    sql: `update entry set amount = amount + 1 where version = 1`,
    invariant: 'I7',
  },
];

describe('auditor', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase(2);
    const wallet = new Wallet(database);
    await wallet.open(database.pool, { ...owner, currency: 'PLAY' });
    await wallet.post([
      { ...owner, key: 'grant', kind: 'grant', amountMinor: 1_000n, counterAccount: 'promotions' },
      { ...owner, key: 'bet', kind: 'stake', amountMinor: -100n, counterAccount: 'stakes' },
      { ...owner, key: 'too much', kind: 'stake', amountMinor: -5_000n, counterAccount: 'stakes' },
    ]);
    const hold = { ...owner, kind: 'withdrawal', amountMinor: 50n };
    await wallet.hold([
      { ...hold, key: 'h1', id: openHold },
      { ...hold, key: 'h2', id: endedHold },
    ]);
    await wallet.endHolds([{ ...owner, key: 'r2', id: endedHold, kind: 'withdrawal', end: 'released' }]);
    await rollUpAll(database.pool);
  });
  afterEach(() => database.close());

  const expectFound = async (broken: typeof corruptions): Promise<void> => {
    expect(await auditShard(database.pool, shard)).toEqual([]);
    const client = await database.owner.connect();
    try {
      for (const { what, sql, invariant } of broken) {
        await client.query('begin');
        await client.query(sql);
        const found = (await auditShard(client, shard)).map((breach) => breach.invariant);
        expect({ what, found }).toEqual({ what, found: expect.arrayContaining([invariant]) });
        await client.query('rollback');
      }
      expect(await auditShard(client, shard)).toEqual([]);
    } finally {
      client.release(true);
    }
  };

  // oxlint-disable-next-line vitest/expect-expect -- expectFound asserts
  test('finds nothing in a sound ledger, and each kind of corruption in a broken one', () =>
    expectFound(corruptions));

  // oxlint-disable-next-line vitest/expect-expect -- expectFound asserts
  test('does so also where keys were still operations', async () => {
    for (const text of asBefore) await database.owner.query(text);
    await expectFound([
      ...corruptions.filter(({ invariant }) => invariant !== 'I6' && invariant !== 'I7'),
      ...corruptionsBefore,
    ]);
  });

  test('cannot meet a key that was applied twice, since the table allows it once', async () => {
    const twice = database.owner.query(
      `insert into entry select shard, member_id, version + 1, 'bet', kind, currency, -1, 0, counter_account,
         available_after - 1, held_after from entry order by version desc limit 1`,
    );
    await expect(twice).rejects.toMatchObject({ constraint: 'entry_key' });
  });

  test('records a breach once while it is open, with its place', async () => {
    expect(await hasOpenBreach(database.pool, shard)).toBe(false);
    await database.pool.query(`update wallet set available = available + 1`);
    const breaches = await auditShard(database.pool, shard);
    await recordBreaches(database.pool, breaches);
    await recordBreaches(database.pool, await auditShard(database.pool, shard));
    const { rows } = await database.pool.query(`select shard, invariant, detail from audit_breach`);
    expect(rows).toHaveLength(breaches.length);
    expect(rows).toContainEqual({
      shard,
      invariant: 'I3',
      detail: expect.objectContaining({ check: 'a wallet is its last entry', member_id: memberId }),
    });
    expect(await hasOpenBreach(database.pool, shard)).toBe(true);
    expect(await hasOpenBreach(database.pool, shard + 1)).toBe(false);
  });

  test('walks the shards: a second round checks what has moved since, and every wallet', async () => {
    const auditor = createAuditor(database.pool, [shard, shard + 1]);
    const round = async (): Promise<number> => {
      let found = 0;
      for (let i = 0; i < 2; i++) found += (await auditor.next()).length;
      return found;
    };
    expect(await round()).toBe(0);
    const wallet = new Wallet(database);
    await wallet.post([
      { ...owner, key: 'late', kind: 'grant', amountMinor: 5n, counterAccount: 'promotions' },
    ]);
    expect(await round()).toBe(0);
    await database.pool.query(`update wallet set available = available + 1`);
    expect(await round()).toBeGreaterThan(0);
  });
});
