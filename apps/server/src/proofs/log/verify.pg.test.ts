import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addHouseFact, addMemberFact, factBody } from '../../core/public-log/facts.ts';
import { testWallet } from '../../testing/book.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { entryFacts, moveFacts } from '../../ledger/log-facts.ts';
import { houseFacts, memberFacts } from './own-facts.ts';
import { EntrySealer } from './seal.ts';
import { readSignedState } from './state-file.ts';
import { openTestLog } from './testing/log.ts';
import { testLogKey } from '../../testing/touchline.ts';
import { verifyLog } from './verify.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'touchline-log-'));
  const log = openTestLog({ database, folder, facts: [entryFacts, moveFacts] });
  const [one] = [await testWallet(database.pool, 5_000n), await testWallet(database.pool, 7_000n)];
  await addHouseFact(database.pool, {
    kind: 'rules',
    id: '1',
    isPrivate: false,
    body: factBody('rules', { version: 1 }),
  });
  await addMemberFact(
    database.pool,
    { shard: one.shard, memberId: one.id },
    { kind: 'limit', id: `${one.id}:1`, body: factBody('limit', { amount: '100' }) },
  );
  await log.settle();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** Verifies after a change that is taken back. */
const differencesAfter = async (change?: string): Promise<string[]> => {
  const state = await readSignedState(folder);
  const client = await database.owner.connect();
  try {
    await client.query('begin');
    // As the owner of the database would.
    await client.query('set local session_replication_role = replica');
    if (change !== undefined) await client.query(change);
    const { differences } = await verifyLog(client, undefined, {
      sources: [houseFacts, entryFacts, moveFacts, memberFacts],
      sealer: new EntrySealer(testLogKey.nonceKey),
      keys: { origin: testLogKey.origin, publicKeys: [testLogKey.publicKey] },
      state,
    });
    return differences;
  } finally {
    await client.query('rollback');
    client.release();
  }
};

test('a log of the rows that are there agrees', async () => {
  expect(await differencesAfter()).toEqual([]);
});

test.each([
  [
    'an amount that was raised',
    'update entry set amount = amount + 1 where version = 1',
    /^entry .* is another than in entry \d+/,
  ],
  ['an entry that is gone', 'delete from entry where amount = 7000', /^entry .* has no row any more$/],
  [
    'an entry put in later among transactions that were taken',
    `insert into entry select shard, member_id, version + 1, 'x', kind, currency, amount, held_change, counter_account,
       available_after, held_after, ref, at, tx, request_hash from entry where amount = 5000`,
    /^entry .* is not in the log/,
  ],
  [
    'a rule in other words',
    `update house_fact set body = replace(body, '1', '2') where kind = 'rules'`,
    /^rules 1 is another/,
  ],
  ['a limit that is gone', 'delete from member_fact', /^limit .* has no row any more$/],
  [
    'an entry of the log itself',
    `update log_entry set entry = replace(entry, '"v":1', '"v":2') where kind = 'rules'`,
    /are not those that the last checkpoint signed/,
  ],
  [
    'a log cut short',
    'delete from log_entry where seq = (select max(seq) from log_entry)',
    /signed \d+ entries, and the log has/,
  ],
  [
    'a checkpoint that is not signed',
    `update log_signed set note = replace(note, '=', 'x')`,
    /is not signed by the key/,
  ],
  [
    'a tree of another edge',
    `update log_tree set edge = decode(repeat('00', length(edge)), 'hex')`,
    /is not that of its/,
  ],
])('%s is found', async (_what, change, difference) => {
  expect(await differencesAfter(change)).toContainEqual(expect.stringMatching(difference));
});
