import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utf8 } from '@touchline/verify/bytes';
import { formatCheckpoint } from '@touchline/verify/checkpoint';
import { createFrontier } from '@touchline/verify/frontier';
import { formatVerifierKey, parseVerifierKey } from '@touchline/verify/keys';
import { formatNote, parseNote, verifyNote } from '@touchline/verify/note';
import type { WitnessAddress } from '@touchline/verify/witness-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openWitness } from '../../../../witness/src/open.ts';
import { createLog } from '../../core/logging/log.ts';
import { testWallet } from '../../testing/book.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { testLogKey } from '../../testing/touchline.ts';
import { entryFacts } from '../../ledger/log-facts.ts';
import { leafOf } from './seal.ts';
import { sha256 } from './sha256.ts';
import { openTestLog, type TestLog } from './testing/log.ts';
import { parseWitnesses, readServed, Witnesses } from './witnesses.ts';

let database: TestDatabase;
let folder: string;
let log: TestLog;
beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'touchline-witnesses-'));
  log = openTestLog({ database, folder, facts: [entryFacts] });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** A real witness of the log, on a port of its own. */
const startWitness = async (name: string): Promise<WitnessAddress> => {
  const { key, server } = await openWitness(
    {
      name: `${name}.example/w`,
      host: '127.0.0.1',
      port: 0,
      folder: join(folder, name),
      logs: new Map([[testLogKey.origin, [parseVerifierKey(testLogKey.vkey)]]]),
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

const nobody = (key: WitnessAddress['key']): WitnessAddress => ({ url: 'http://127.0.0.1:9', key });

const asking = (addresses: readonly WitnessAddress[], needed = 0): Witnesses => {
  const witnesses = new Witnesses({ pool: database.pool, addresses, needed, log: createLog('silent') });
  onTestFinished(() => witnesses.stop());
  return witnesses;
};

const grow = async (): Promise<void> => {
  await testWallet(database.pool, 100n);
  await log.settle();
};

const namesOn = (note: string | undefined, addresses: readonly WitnessAddress[]): string[] => {
  if (note === undefined) return [];
  const verdict = verifyNote(
    parseNote(note),
    addresses.map(({ key }) => key),
  );
  return verdict.ok ? verdict.verified.map(({ key }) => key.name).toSorted() : [];
};

test('two witnesses cosign, and one that is down delays nothing', async () => {
  await grow();
  const [one, two, gone] = [await startWitness('one'), await startWitness('two'), await startWitness('gone')];
  const all = [one, two, nobody(gone.key)];
  const witnesses = asking(all);
  for (let round = 0; round < 2; round++) {
    await grow();
    await witnesses.ask();
    await witnesses.settled();
  }
  const { latest, counted } = await readServed(database.pool, 0);
  expect(counted).toEqual(latest);
  expect(namesOn(latest?.note, all)).toEqual(['one.example/w', 'two.example/w']);
  expect(await witnesses.report()).toMatchObject([
    { name: 'one.example/w', isAnswering: true, lastSize: latest?.size },
    { name: 'two.example/w', isAnswering: true, lastSize: latest?.size },
    { name: 'gone.example/w', isAnswering: false, lastSize: 0, since: null },
  ]);
  // A proof comes with the checkpoint that they have cosigned, also when another was signed since.
  await grow();
  const { rows } = await database.pool.query<{ id: string }>('select id from log_entry where seq = 0');
  const memberId = rows[0]?.id.split(':')[0] ?? '';
  const shard = (
    await database.pool.query<{ shard: number }>('select shard from wallet where member_id = $1', [memberId])
  ).rows[0];
  const proof = await log.service.proofOf({
    kind: 'entry',
    id: rows[0]?.id ?? '',
    owner: { shard: shard?.shard ?? 0, memberId },
  });
  expect(proof?.proof).toContain('one.example/w');
});

test('a checkpoint counts only once enough witnesses have it', async () => {
  await grow();
  const [three, four] = [await startWitness('three'), await startWitness('four')];
  await grow();
  const before = (await readServed(database.pool, 2)).latest;
  const one = asking([three, nobody(four.key)], 2);
  await one.ask();
  await one.settled();
  expect((await readServed(database.pool, 2)).latest).toEqual(before);
  const both = asking([three, four], 2);
  await both.ask();
  await both.settled();
  const { latest } = await readServed(database.pool, 2);
  expect(latest?.size).toBeGreaterThan(before?.size ?? 0);
  expect(namesOn(latest?.note, [three, four])).toEqual(['four.example/w', 'three.example/w']);
});

test('a witness that was away and then refuses raises the alarm', async () => {
  await grow();
  const six = await startWitness('six');
  const address = { ...nobody(six.key) };
  const alarms: unknown[] = [];
  const witnesses = new Witnesses({
    pool: database.pool,
    addresses: [address],
    needed: 0,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: object) => alarms.push(fields),
    },
  });
  onTestFinished(() => witnesses.stop());
  await witnesses.ask();
  await witnesses.settled();
  expect(alarms).toEqual([]);
  // The address now leads to something that knows of no such log.
  address.url = `${six.url}/elsewhere`;
  for (let round = 0; round < 2; round++) {
    await witnesses.ask();
    await witnesses.settled();
  }
  expect(alarms).toEqual([
    { alarm: 'log_witness_refuses', witness: 'six.example/w', status: 405, reason: expect.any(String) },
  ]);
});

test('a rewritten log is refused, and the refusal is kept', async () => {
  await grow();
  const five = await startWitness('five');
  const witnesses = asking([five]);
  await witnesses.ask();
  await witnesses.settled();
  // The house signs another tree of the same entries and one more, as an owner of the key could.
  const client = await database.owner.connect();
  try {
    await client.query(`update log_entry set entry = replace(entry, '"v":1', '"v":2') where seq = 0`);
    await client.query('delete from log_node');
    await forge(client);
    const again = asking([five]);
    await again.ask();
    await again.settled();
    const [report] = await again.report();
    expect(report?.isAnswering).toBe(false);
  } finally {
    client.release();
  }
  const { rows } = await database.pool.query<{ vkey: string; status: number; reason: string }>(
    'select vkey, status, reason from log_refusal where vkey = $1',
    [formatVerifierKey(five.key)],
  );
  expect(rows).toEqual([{ vkey: formatVerifierKey(five.key), status: 422, reason: expect.any(String) }]);
});

/** Signs the tree of the entries as they are now, past the signing of the server. */
const forge = async (client: { query: TestDatabase['owner']['query'] }): Promise<void> => {
  await client.query(
    `insert into log_entry (seq, kind, id, entry) select max(seq) + 1, 'forged', 'x', '{"kind":"forged","v":1}' from log_entry`,
  );
  const { rows } = await client.query<{ entry: string }>('select entry from log_entry order by seq');
  const frontier = createFrontier({}, sha256);
  for (const { entry } of rows) frontier.append(leafOf(entry));
  const text = formatCheckpoint({
    origin: testLogKey.origin,
    size: frontier.size,
    root: frontier.root(),
    extensions: [],
  });
  const signature = testLogKey.sign(utf8(text));
  const note = formatNote({
    text,
    signatures: [{ name: testLogKey.origin, id: testLogKey.id, signature }],
  });
  await client.query('update log_signed set size = $1, note = $2', [frontier.size, note]);
};

test('a setting that names no witness is refused in words', () => {
  expect(parseWitnesses('')).toEqual([]);
  expect(() => parseWitnesses('https://w.example')).toThrow('is not a key and an address');
  expect(() => parseWitnesses(`${testLogKey.vkey} https://w.example`)).toThrow('not the key of a witness');
  expect(
    () => new Witnesses({ pool: database.pool, addresses: [], needed: 1, log: createLog('silent') }),
  ).toThrow('LOG_WITNESSES_NEEDED is 1');
});
