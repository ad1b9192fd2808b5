import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createTree, leafHash } from '@touchline/verify/merkle';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { parseNote, verifyNote } from '@touchline/verify/note';
import { parseVerifierKey } from '@touchline/verify/keys';
import { rootFromTiles, parseTilePath, tilePath } from '@touchline/verify/tiles';
import { openCommitment, parseFact } from '@touchline/verify/entries';
import { fromBase64 } from '@touchline/verify/bytes';
import { verifyTlogProof } from '@touchline/verify/tlog-proof';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testWallet } from '../../testing/book.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { Wallet } from '../../ledger/service.ts';
import { entryFacts, moveFacts } from '../../ledger/log-facts.ts';
import { addHouseFact, addMemberFact, factBody } from '../../core/public-log/facts.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { onlyKey } from '../../core/public-log/keys.ts';
import { transaction } from '../../core/database/transaction.ts';
import { createDiskStore } from '../../accounts/uploads/store/disk.ts';
import { openEpoch } from './epoch.ts';
import { moveDatabaseTime } from '../../testing/site-time.ts';
import { testLogKey } from '../../testing/touchline.ts';
import { readSignedState } from './state-file.ts';
import { openTestLog, type TestLog } from './testing/log.ts';

let database: TestDatabase;
let folder: string;
let log: TestLog;

beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'touchline-log-'));
  log = openTestLog({ database, folder, facts: [entryFacts, moveFacts] });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const entries = async (): Promise<{ kind: string; id: string; entry: string }[]> => {
  const { rows } = await database.pool.query<{ kind: string; id: string; entry: string }>(
    'select kind, id, entry from log_entry order by seq',
  );
  return rows;
};

/** Adds facts of the house, one transaction each. */
const addFacts = async (count: number, prefix = 'f'): Promise<void> => {
  await database.pool.query(
    `insert into house_fact (kind, id, is_private, body)
     select 'test', $2 || n, false, '{"kind":"test","n":' || n || ',"v":1}' from generate_series(1, $1::int) n`,
    [count, prefix],
  );
};

const checkpoint = async () => {
  const note = parseNote((await log.service.checkpoint()) ?? '');
  const verdict = verifyNote(note, [parseVerifierKey(await log.service.vkey())]);
  expect(verdict.ok).toBe(true);
  return parseCheckpoint(note.text);
};

test('facts of members wait for each other, and show neither their kind nor their time', async () => {
  const spanSeconds = 3_600;
  const { pool, owner: byOwner } = database;
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from site_clock()) * 1000)::float8 as ms',
  );
  // The next span has just begun, and the test is over long before it ends.
  const spanMs = spanSeconds * 1_000;
  await moveDatabaseTime(byOwner, spanMs - ((rows[0]?.ms ?? 0) % spanMs) + 1);
  const waiting = openTestLog({ database, folder, facts: [entryFacts], togetherSeconds: spanSeconds });
  await waiting.settle();
  const members = [];
  for (const kind of ['restriction', 'limit', 'withdrawal']) {
    const owner = await testWallet(pool, 5_000n);
    const [shard, memberId] = [owner.shard, owner.id];
    await addMemberFact(
      pool,
      { shard, memberId },
      { kind, id: memberId, body: factBody(kind, { id: memberId }) },
    );
    members.push(memberId);
    await waiting.settle();
  }
  // What was paid is there with each turn, and no fact of a member.
  expect((await entries()).map(({ kind }) => kind)).toEqual(['entry', 'entry', 'entry']);
  await moveDatabaseTime(byOwner, spanMs);
  const last = await testWallet(pool, 5_000n);
  await waiting.settle();
  const together = (await entries()).slice(3);
  expect(together.map(({ kind }) => kind).toSorted()).toEqual([
    'entry',
    'limit',
    'restriction',
    'withdrawal',
  ]);
  expect(together.map(({ id }) => id).toSorted()).toEqual([...members, `${last.id}:1`].toSorted());
  // In the order of their hashes, and all but the entry of the wallet look alike.
  expect(together.map(({ entry }) => entry)).toEqual(together.map(({ entry }) => entry).toSorted());
  expect(together.map(({ entry }) => parseFact(entry).kind).toSorted()).toEqual([
    'entry',
    'private',
    'private',
    'private',
  ]);
  const proof = await waiting.service.proofOf({
    kind: 'restriction',
    id: members[0] ?? '',
    owner: { shard: shardOf(members[0] ?? ''), memberId: members[0] ?? '' },
  });
  expect(proof).toMatchObject({ isUnchanged: true });
});

test('a turn takes entries, moves and facts of all, and signs their tree', async () => {
  const owner = await testWallet(database.pool, 5_000n);
  await addHouseFact(database.pool, {
    kind: 'rules',
    id: '1',
    isPrivate: false,
    body: factBody('rules', { version: 1 }),
  });
  await addMemberFact(
    database.pool,
    { shard: owner.shard, memberId: owner.id },
    {
      kind: 'limit',
      id: `${owner.id}:1`,
      body: factBody('limit', { amount: '100' }),
    },
  );
  await new Wallet({ pool: database.pool }).moveHouse({
    key: 'k',
    from: 'stakes',
    to: 'promotions',
    currency: 'PLAY',
    amountMinor: 5n,
  });
  await log.settle();
  expect(log.service.refusal()).toBeUndefined();
  const all = await entries();
  const kinds = all.map(({ kind }) => kind);
  expect([...kinds.slice(0, 2), ...kinds.slice(2).toSorted()]).toEqual([
    'rules',
    'house_move',
    'entry',
    'limit',
  ]);
  expect(all[0]?.entry).toBe('{"kind":"rules","v":1,"version":1}');
  expect(all.find(({ kind }) => kind === 'limit')?.entry).toMatch(
    /^\{"hash":"[A-Za-z0-9+/]{43}=","kind":"private","v":1\}$/,
  );
  const { size, root } = await checkpoint();
  expect(size).toBe(4);
  const tree = createTree(all.map(({ entry }) => leafHash(Buffer.from(entry))));
  expect(Buffer.from(root)).toEqual(Buffer.from(tree.root));
});

test('entries of one member are not next to each other: those of a turn are in the order of their hashes', async () => {
  const owners = [];
  for (let i = 0; i < 8; i++) owners.push(await testWallet(database.pool, 5_000n));
  for (const { id, shard } of owners) {
    await addMemberFact(
      database.pool,
      { shard, memberId: id },
      { kind: 'limit', id: `${id}:1`, body: factBody('limit', { member: id }) },
    );
  }
  await log.settle();
  const all = await entries();
  expect(all.map(({ kind }) => kind).toSorted()).toEqual([
    ...owners.map(() => 'entry'),
    ...owners.map(() => 'limit'),
  ]);
  const inOrder = all.map(({ entry }) => entry);
  expect(inOrder).toEqual(inOrder.toSorted());
});

test('a proof opens a private entry, and says when its row was changed', async () => {
  const { id, shard } = await testWallet(database.pool, 5_000n);
  const of = { kind: 'entry', id: `${id}:1`, owner: { shard, memberId: id } };
  expect(await log.service.proofOf(of)).toBeUndefined();
  await log.settle();
  const found = await log.service.proofOf(of);
  if (found?.nonce === undefined) throw new Error('no proof');
  expect(found.isUnchanged).toBe(true);
  const { entry, fact } = openCommitment({ body: found.body, nonce: found.nonce });
  expect(fact).toMatchObject({
    kind: 'entry',
    v: 1,
    member: id,
    amount: '5000',
    available: '5000',
    version: '1',
  });
  const verdict = verifyTlogProof({
    proof: found.proof,
    leaf: leafHash(entry),
    log: parseVerifierKey(await log.service.vkey()),
    witnesses: [],
  });
  expect(verdict.ok).toBe(true);
  expect(fromBase64(found.nonce)).toHaveLength(32);
  await database.owner.query('update entry set amount = 6000 where member_id = $1', [id]);
  expect((await log.service.proofOf(of))?.isUnchanged).toBe(false);
  // Only the owner learns where it is.
  expect(await log.service.proofOf({ ...of, owner: { shard, memberId: newId() } })).toBeUndefined();
});

test('a commit is never skipped, however long its transaction takes', async () => {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(
    `insert into house_fact (kind, id, is_private, body) values ('test', 'slow', false, '{"kind":"test","v":1}')`,
  );
  await addFacts(3, 'quick');
  await log.service.turn();
  // What began later waits for the slow one.
  expect(await entries()).toEqual([]);
  await client.query('commit');
  client.release();
  await addFacts(2, 'later');
  await log.settle();
  expect((await entries()).map(({ id }) => id).toSorted()).toEqual([
    'later1',
    'later2',
    'quick1',
    'quick2',
    'quick3',
    'slow',
  ]);
});

test('one transaction of many rows is taken in pages, each row once', async () => {
  await addFacts(2_500, 'a');
  await transaction(database.pool, async (client) => {
    for (let i = 0; i < 3; i++) {
      await client.query(
        `insert into house_fact (kind, id, is_private, body)
         select 'test', 'b${i}' || n, false, '{"kind":"test","v":1}' from generate_series(1, 1000) n`,
      );
    }
  });
  await addFacts(10, 'c');
  await log.settle();
  const all = await entries();
  expect(all).toHaveLength(5_510);
  expect(new Set(all.map(({ id }) => id)).size).toBe(5_510);
  expect((await checkpoint()).size).toBe(5_510);
});

test('two processes put each fact into the log once', async () => {
  const other = openTestLog({ database, folder: join(folder, 'other'), facts: [entryFacts, moveFacts] });
  const adding = (async () => {
    for (let i = 0; i < 20; i++) await addFacts(50, `r${i}-`);
  })();
  const turning = [log, other].map(async ({ service }) => {
    for (let i = 0; i < 15; i++) await service.turn();
  });
  await Promise.all([adding, ...turning]);
  await log.settle();
  await other.service.turn();
  expect(log.service.refusal()).toBeUndefined();
  expect(other.service.refusal()).toBeUndefined();
  expect(await entries()).toHaveLength(1_000);
  expect((await checkpoint()).size).toBe(1_000);
});

test('two processes share one data folder: its state is always whole, and never goes back', async () => {
  const other = openTestLog({ database, folder, facts: [] });
  const over = new AbortController();
  const sizes: number[] = [];
  const reading = (async () => {
    while (!over.signal.aborted) {
      // Throws where the file is damaged.
      sizes.push((await readSignedState(folder))?.size ?? 0);
      await setImmediate();
    }
  })();
  const adding = (async () => {
    for (let i = 0; i < 30; i++) await addFacts(5, `s${i}-`);
  })();
  const turning = [log, other].map(async ({ service }) => {
    for (let i = 0; i < 25; i++) {
      await service.turn();
      expect(service.refusal()).toBeUndefined();
    }
  });
  await Promise.all([adding, ...turning]);
  over.abort();
  await reading;
  await log.settle();
  await other.service.turn();
  expect([log.service.refusal(), other.service.refusal()]).toEqual([undefined, undefined]);
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect((await readSignedState(folder))?.size).toBe(150);
  expect((await checkpoint()).size).toBe(150);
});

test('a process that was frozen while it signed does not put an older state back', async () => {
  const { promise: thawed, resolve: thaw } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const slow = {
    ...testLogKey,
    sign: async (message: Uint8Array) => {
      reach();
      await thawed;
      return testLogKey.sign(message);
    },
  };
  const keys = { ...onlyKey(testLogKey), find: () => Promise.resolve(slow) };
  const frozen = openTestLog({ database, folder, facts: [], keys });
  await addFacts(3);
  const turn = frozen.settle().then(
    () => 'signed',
    (error: unknown) => error,
  );
  await reached;
  // PostgreSQL ends a session that is idle in its transaction, and with it the lock.
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  );
  await addFacts(4, 'later');
  await log.settle();
  expect((await readSignedState(folder))?.size).toBe(7);
  thaw();
  expect(await turn).toBeInstanceOf(Error);
  expect((await readSignedState(folder))?.size).toBe(7);
  await frozen.service.turn();
  expect(frozen.service.refusal()).toBeUndefined();
});

test('tiles lead to the root that was signed, from the store and from the database', async () => {
  await addFacts(600);
  await log.settle();
  await log.service.storeTiles();
  const { size, root } = await checkpoint();
  const readTile = async (tile: { level: number; index: number; width: number }): Promise<Uint8Array> => {
    const bytes = await log.service.tile({ kind: 'tile', tile });
    if (bytes === undefined) throw new Error(tilePath(tile));
    return bytes;
  };
  expect(Buffer.from(await rootFromTiles({ size, readTile }))).toEqual(Buffer.from(root));
  const full = parseTilePath('tile/0/001');
  if (full === undefined) throw new Error('no path');
  const stored = await log.service.tile(full);
  // A store that lost all, and one that was damaged.
  await rm(join(folder, 'tiles'), { recursive: true });
  expect(await log.service.tile(full)).toEqual(stored);
  const [place] = log.places();
  await createDiskStore(join(folder, 'tiles')).put(place ?? '', Buffer.alloc(8_192), '');
  expect(await log.service.tile(full)).toEqual(stored);
  // Nothing beyond what was signed.
  expect(await log.service.tile({ kind: 'tile', tile: { level: 0, index: 2, width: 89 } })).toBeUndefined();
  expect(await log.service.tile({ kind: 'tile', tile: { level: 0, index: 2, width: 88 } })).toHaveLength(
    88 * 32,
  );
  expect(await log.service.tile({ kind: 'entries', bundle: { index: 2, width: 88 } })).toBeInstanceOf(Buffer);
});

test('a database older than what was signed is refused, and so is another beginning', async () => {
  await addFacts(10);
  await log.settle();
  const state = await readFile(join(folder, 'log', 'signed.json'), 'utf8');
  expect(JSON.parse(state)).toMatchObject({ epoch: 1, size: 10 });

  // The database as it was before.
  await database.owner.query('truncate log_entry, log_node');
  await database.owner.query(`update log_tree set size = 0, edge = ''`);
  await database.owner.query(`update log_signed set size = 0, root = '', note = ''`);
  await database.owner.query('update log_mark set tx = 0, taken = 0');
  await database.owner.query(`delete from house_fact where id <> 'f1'`);
  const restored = openTestLog({ database, folder, facts: [] });
  await restored.settle();
  expect(restored.service.refusal()?.reason).toBe('behind');
  expect(await restored.service.checkpoint()).toBeUndefined();

  // It grows past what was signed, with other facts.
  await addFacts(20, 'g');
  await restored.settle();
  expect(restored.service.refusal()?.reason).toBe('contradicts');
  expect(await readFile(join(folder, 'log', 'signed.json'), 'utf8')).toBe(state);

  // It continues in a new epoch, which says in public what was signed last.
  const last = parseCheckpoint(parseNote(String(JSON.parse(state).note)).text);
  expect(
    await openEpoch(database.pool, {
      folder,
      keys: onlyKey(testLogKey),
      reason: 'the disk was lost',
      at: new Date(),
    }),
  ).toBe(2);
  await restored.settle();
  expect(restored.service.refusal()).toBeUndefined();
  const { origin, size } = parseCheckpoint(parseNote((await restored.service.checkpoint()) ?? '').text);
  expect(origin).toBe(`${testLogKey.origin}/2`);
  const all = await entries();
  expect(all).toHaveLength(size);
  expect(new Set(all.map(({ id }) => id)).size).toBe(22);
  expect(all.find(({ kind }) => kind === 'epoch')?.entry).toContain(`\\n${last.size}\\n`);
  expect(JSON.parse(await readFile(join(folder, 'log', 'signed.json'), 'utf8'))).toMatchObject({
    epoch: 2,
    size,
  });
});

test('a turn that ends at any point continues later, and signs no two trees of one size', async () => {
  const points = ['log.appended', 'log.committed', 'log.signed', 'log.noted', 'log.published'] as const;
  const signed = new Map<number, string>();
  const remember = (note: string | undefined): void => {
    if (note === undefined) return;
    const { size, root } = parseCheckpoint(parseNote(note).text);
    const now = Buffer.from(root).toString('hex');
    expect(now).toBe(signed.get(size) ?? now);
    signed.set(size, now);
  };
  let added = 0;
  for (let round = 0; round < 3; round++) {
    for (const point of points) {
      await addFacts(7, `${round}-${point}-`);
      added += 7;
      const broken = openTestLog({
        database,
        folder,
        facts: [],
        failpoint: (name) => {
          if (name === point) throw new Error(`stopped at ${point}`);
        },
      });
      await expect(broken.settle()).rejects.toThrow(point);
      const state: unknown = await readFile(join(folder, 'log', 'signed.json'), 'utf8').catch(
        () => undefined,
      );
      if (typeof state === 'string') remember(String(JSON.parse(state).note));
      remember(await log.service.checkpoint());
    }
  }
  await log.settle();
  expect(log.service.refusal()).toBeUndefined();
  remember(await log.service.checkpoint());
  const all = await entries();
  expect(all).toHaveLength(added);
  expect((await checkpoint()).size).toBe(added);
});

test('a damaged state signs nothing', async () => {
  await addFacts(1);
  await log.settle();
  await writeFile(join(folder, 'log', 'signed.json'), 'half');
  await addFacts(1, 'g');
  const next = openTestLog({ database, folder, facts: [] });
  await next.settle();
  expect(next.service.refusal()?.reason).toBe('state_damaged');
  expect((await checkpoint()).size).toBe(1);
});
