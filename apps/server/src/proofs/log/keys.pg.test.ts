import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { trustedKeys } from '@touchline/verify/key-changes';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '@touchline/verify/keys';
import { parseNote, verifyNote } from '@touchline/verify/note';
import type { WitnessAddress } from '@touchline/verify/witness-client';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openWitness } from '../../../../witness/src/open.ts';
import { readConfig } from '../../core/config/config.ts';
import { createLog } from '../../core/logging/log.ts';
import { namedKey, openLogKeys, type LogKeys } from '../../core/public-log/keys.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { openEpoch } from './epoch.ts';
import { openCurrentKey } from './keys.ts';
import { logSources } from './own-facts.ts';
import { NotRotated, rotateKey } from './rotate.ts';
import { EntrySealer } from './seal.ts';
import { readSignedState } from './state-file.ts';
import { openTestLog, type TestLog } from './testing/log.ts';
import { verifyLog } from './verify.ts';
import { Witnesses } from './witnesses.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'touchline-keys-'));
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const [one, two] = ['01', '02'].map((byte) => byte.repeat(32));
const openKeys = (env: Record<string, string | undefined> = {}): Promise<LogKeys> =>
  openLogKeys(readConfig({ DATA_DIR: folder, LOG_ORIGIN: 'touchline.example/log', ...env }), database.pool);

const addFacts = async (count: number, prefix: string): Promise<void> => {
  await database.pool.query(
    `insert into house_fact (kind, id, is_private, body)
     select 'test', $2 || n, false, '{"kind":"test","n":' || n || ',"v":1}' from generate_series(1, $1::int) n`,
    [count, prefix],
  );
};

/** The keys that signed a checkpoint, of all that the log has had. */
const signersOf = async (log: TestLog, note: string): Promise<string[]> => {
  const list = await log.service.vkeys();
  const verdict = verifyNote(
    parseNote(note),
    list.map(({ vkey }) => parseVerifierKey(vkey)),
  );
  return verdict.ok ? verdict.verified.map(({ key }) => formatVerifierKey(key)) : [];
};

/** All keys of the log, by the walk that a stranger makes from the first one. */
const walk = async (log: TestLog): Promise<string[]> => {
  const list = await log.service.vkeys();
  const changes = list.flatMap(({ body, proof }) =>
    body === undefined || proof === undefined ? [] : [{ body, proof }],
  );
  return trustedKeys(parseVerifierKey(list[0]?.vkey ?? ''), changes).map(({ key }) => formatVerifierKey(key));
};

const differences = async (keys: LogKeys): Promise<string[]> => {
  const publicKeys = (await keys.own(database.pool)).map(({ publicKey }) => publicKey);
  const found = await verifyLog(database.pool, undefined, {
    sources: logSources([]),
    sealer: new EntrySealer(keys.nonceKey),
    keys: { origin: keys.origin, publicKeys },
    state: await readSignedState(folder),
  });
  return found.differences;
};

const places = [
  { name: 'in the folder', env: (): Record<string, string> => ({}) },
  { name: 'in the database', env: (): Record<string, string> => ({ DATABASE_URL: database.url }) },
];

describe.each(places)('a key that is kept $name', ({ env }) => {
  test('is followed by the next one, and destroyed', async () => {
    const keys = await openKeys(env());
    const log = openTestLog({ database, folder, facts: [], keys });
    await addFacts(3, 'a');
    await log.settle();
    const first = await log.service.vkey();
    const before = (await log.service.checkpoint()) ?? '';

    const changed = await rotateKey(database.pool, keys, new Date());
    expect(changed.old).toBe(first);
    await expect(rotateKey(database.pool, keys, new Date())).rejects.toThrow(NotRotated);
    expect(await log.service.vkey()).toBe(first);
    // Tools may be asked before a server has signed it.
    expect(await differences(keys)).toEqual([]);
    await log.settle();
    const both = (await log.service.checkpoint()) ?? '';
    await addFacts(3, 'b');
    await log.settle();
    const after = (await log.service.checkpoint()) ?? '';
    expect(await log.service.vkey()).toBe(changed.new);
    expect(await signersOf(log, before)).toEqual([first]);
    expect(await signersOf(log, both)).toEqual([first, changed.new]);
    expect(await signersOf(log, after)).toEqual([changed.new]);
    expect(await walk(log)).toEqual([first, changed.new]);
    expect((await log.service.vkeys()).map(({ since }) => since)).toEqual([0, 3]);

    // What is kept is the next key alone.
    const kept = await (await openKeys(env())).own(database.pool);
    expect(kept.map(({ publicKey }) => publicKey)).toEqual([parseVerifierKey(changed.new).publicKey]);
    expect(await differences(keys)).toEqual([]);

    // And again.
    const again = await rotateKey(database.pool, keys, new Date());
    await log.settle();
    expect(await walk(log)).toEqual([first, changed.new, again.new]);
    expect(await differences(keys)).toEqual([]);
  });

  test('is not lost, and signs nothing twice, wherever the change is interrupted', async () => {
    const points = ['log.appended', 'log.committed', 'log.signed', 'log.noted', 'log.published'] as const;
    const seen = new Map<number, string>();
    const notes: string[] = [];
    const remember = (note: string | undefined): void => {
      if (note === undefined) return;
      const { size, root } = parseCheckpoint(parseNote(note).text);
      const now = Buffer.from(root).toString('hex');
      expect(now).toBe(seen.get(size) ?? now);
      seen.set(size, now);
      notes.push(note);
    };
    await addFacts(2, 'first');
    await openTestLog({ database, folder, facts: [], keys: await openKeys(env()) }).settle();
    for (const point of points) {
      // Killed once the next key is kept, before its entry is.
      const draft = await (await openKeys(env())).next(database.pool);
      const changed = await rotateKey(database.pool, await openKeys(env()), new Date());
      expect(parseVerifierKey(changed.new).publicKey).toEqual(draft.publicKey);
      await addFacts(2, point);
      const broken = openTestLog({
        database,
        folder,
        facts: [],
        // Each process reads the keys at its start.
        keys: await openKeys(env()),
        failpoint: (name) => {
          if (name === point) throw new Error(`stopped at ${point}`);
        },
      });
      await expect(broken.settle()).rejects.toThrow(point);
      remember((await readSignedState(folder))?.note);
      await addFacts(1, `${point} after`);
      const next = openTestLog({ database, folder, facts: [], keys: await openKeys(env()) });
      await next.settle();
      expect(next.service.refusal()).toBeUndefined();
      remember(await next.service.checkpoint());
      expect(await next.service.vkey()).toBe(changed.new);
      expect(await differences(await openKeys(env()))).toEqual([]);
    }
    const keys = await openKeys(env());
    const log = openTestLog({ database, folder, facts: [], keys });
    expect(await walk(log)).toHaveLength(points.length + 1);
    for (const note of notes) expect(await signersOf(log, note)).not.toEqual([]);
    expect(await keys.own(database.pool)).toHaveLength(1);
  });
});

test('keys in the folder are for the server alone', async () => {
  await rotateKey(database.pool, await openKeys(), new Date());
  expect((await readdir(join(folder, 'keys'))).toSorted()).toEqual([
    'log-key',
    'log-key-next',
    'log-nonce-key',
  ]);
  const { mode } = await stat(join(folder, 'keys', 'log-key-next'));
  expect(mode & 0o777).toBe(0o600);
});

describe('a key of the settings', () => {
  const old = { LOG_KEY: one };
  const both = { LOG_KEY: two, LOG_KEY_OLD: one };

  test('is changed by an entry alone', async () => {
    const log = openTestLog({ database, folder, facts: [], keys: await openKeys(old) });
    await addFacts(1, 'a');
    await log.settle();
    const first = await log.service.vkey();
    // An attacker sets another key.
    const other = openTestLog({ database, folder, facts: [], keys: await openKeys({ LOG_KEY: two }) });
    await addFacts(1, 'b');
    await other.settle();
    expect(other.service.refusal()?.reason).toBe('key_missing');
    expect(parseCheckpoint(parseNote((await log.service.checkpoint()) ?? '').text).size).toBe(1);
    await expect(rotateKey(database.pool, await openKeys({ LOG_KEY: two }), new Date())).rejects.toThrow(
      'private key is not here',
    );
    await expect(rotateKey(database.pool, await openKeys(old), new Date())).rejects.toThrow('LOG_KEY_OLD');
    // With both, the old one signs until the entry is in the log.
    const keys = await openKeys(both);
    const ready = openTestLog({ database, folder, facts: [], keys });
    await ready.settle();
    expect(await ready.service.vkey()).toBe(first);
    const changed = await rotateKey(database.pool, keys, new Date());
    await ready.settle();
    expect(await walk(ready)).toEqual([first, changed.new]);
    // From then on the new one is enough, and the old one does nothing.
    await addFacts(1, 'c');
    const behind = openTestLog({ database, folder, facts: [], keys: await openKeys(old) });
    await behind.settle();
    expect(behind.service.refusal()?.reason).toBe('key_missing');
    await other.settle();
    expect(other.service.refusal()).toBeUndefined();
    expect(await differences(await openKeys({ LOG_KEY: two }))).toEqual([]);
    await expect(
      rotateKey(database.pool, await openKeys({ LOG_KEY: one, LOG_KEY_OLD: two }), new Date()),
    ).rejects.toThrow('does not come back');
  });

  test('may follow one in the folder, which is destroyed', async () => {
    const log = openTestLog({ database, folder, facts: [], keys: await openKeys() });
    await addFacts(1, 'a');
    await log.settle();
    const keys = await openKeys(old);
    await rotateKey(database.pool, keys, new Date());
    const next = openTestLog({ database, folder, facts: [], keys });
    await next.settle();
    expect(await walk(next)).toHaveLength(2);
    await openCurrentKey(database.pool, keys);
    expect(await readdir(join(folder, 'keys'))).toEqual(['log-nonce-key']);
  });
});

test('two processes go over together', async () => {
  const keys = await openKeys();
  const other = { database, folder: join(folder, 'other'), facts: [] };
  const logs = [
    openTestLog({ database, folder, facts: [], keys }),
    openTestLog({ ...other, keys: await openKeys() }),
  ];
  await addFacts(2, 'a');
  for (const log of logs) await log.settle();
  const changed = await rotateKey(database.pool, keys, new Date());
  await Promise.all([
    ...logs.map(async ({ service }) => {
      for (let i = 0; i < 10; i++) await service.turn();
    }),
    (async () => {
      for (let i = 0; i < 10; i++) await addFacts(3, `b${i}-`);
    })(),
  ]);
  for (const log of logs) {
    await log.settle();
    expect(log.service.refusal()).toBeUndefined();
    expect(await log.service.vkey()).toBe(changed.new);
  }
});

test('a new epoch begins with the key that signed last, and names it', async () => {
  const keys = await openKeys();
  const log = openTestLog({ database, folder, facts: [], keys });
  await addFacts(1, 'a');
  await log.settle();
  const changed = await rotateKey(database.pool, keys, new Date());
  await log.settle();
  await openEpoch(database.pool, { folder, keys, reason: 'a test', at: new Date() });
  await log.settle();
  const vkey = await log.service.vkey();
  expect(vkey).toMatch(/^touchline\.example\/log\/2\+/);
  expect(parseVerifierKey(vkey).publicKey).toEqual(parseVerifierKey(changed.new).publicKey);
  const { rows } = await database.pool.query<{ entry: string }>(
    `select entry from log_entry where kind = 'epoch'`,
  );
  expect(rows[0]?.entry).toContain(`"vkey":"${vkey}"`);
  await rotateKey(database.pool, keys, new Date());
  await log.settle();
  expect(await walk(log)).toHaveLength(2);
  expect(await differences(keys)).toEqual([]);
});

test('a change that is not signed, or was put in by hand, is named', async () => {
  const keys = await openKeys();
  const log = openTestLog({ database, folder, facts: [], keys });
  await addFacts(1, 'a');
  await log.settle();
  await rotateKey(database.pool, keys, new Date());
  await log.settle();
  const { owner } = database;
  await owner.query(
    `insert into house_fact (kind, id, is_private, body) values ('key', '3', false, '{"kind":"key","number":3,"v":1}')`,
  );
  await log.settle();
  expect(await differences(keys)).toContainEqual(
    expect.stringMatching(/key 3 of entry \d+ of the log is not signed by the old and the new key/),
  );
  await owner.query(`update log_key set vkey = vkey || 'x' where number = 2`);
  const found = (await differences(keys)).join('\n');
  expect(found).toMatch(/key 2 is not what entry 1 of the log brought/);
  expect(found).toMatch(/whose private key is not on this machine/);
});

test('a witness with both keys follows, and one with the old key stops at the checkpoint of both', async () => {
  const keys = await openKeys({ LOG_KEY: one });
  const rotated = await openKeys({ LOG_KEY: two, LOG_KEY_OLD: one });
  const log = openTestLog({ database, folder, facts: [], keys: rotated });
  const nameKey = async (of: LogKeys) => {
    const { publicKey } = await of.main(database.pool);
    return parseVerifierKey(namedKey(of.origin, publicKey).vkey);
  };
  const [old, next] = [await nameKey(keys), await nameKey(rotated)];
  const witnesses = [await startWitness('ready', [old, next]), await startWitness('late', [old])];
  const asking = new Witnesses({
    pool: database.pool,
    addresses: witnesses,
    needed: 0,
    log: createLog('silent'),
  });
  onTestFinished(() => asking.stop());
  const cosigned = async (): Promise<string[]> => {
    await log.settle();
    await asking.ask();
    await asking.settled();
    const { size } = parseCheckpoint(parseNote((await log.service.checkpoint()) ?? '').text);
    return (await asking.report()).filter(({ lastSize }) => lastSize === size).map(({ name }) => name);
  };
  await addFacts(1, 'a');
  // The first key is that of before.
  await openTestLog({ database, folder, facts: [], keys }).settle();
  expect(await cosigned()).toEqual(['ready.example/w', 'late.example/w']);
  await rotateKey(database.pool, rotated, new Date());
  expect(await cosigned()).toEqual(['ready.example/w', 'late.example/w']);
  await addFacts(1, 'b');
  expect(await cosigned()).toEqual(['ready.example/w']);
});

/** A real witness that knows these keys of the log. */
const startWitness = async (name: string, known: readonly VerifierKey[]): Promise<WitnessAddress> => {
  const { key, server } = await openWitness(
    {
      name: `${name}.example/w`,
      host: '127.0.0.1',
      port: 0,
      folder: join(folder, name),
      logs: new Map([['touchline.example/log', known]]),
    },
    { fail: () => undefined, say: () => undefined },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}`, key };
};
