import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { parseVerifierKey } from '@touchline/verify/keys';
import { parseNote, verifyNote } from '@touchline/verify/note';
import { verifyReceipt } from '@touchline/verify/receipts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { openLogKeys, remoteSigner, SignerAway, type LogKeys } from '../../core/public-log/keys.ts';
import { Receipts } from '../../core/public-log/receipts.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { moveProcessTime } from '../../testing/process-time.ts';
import { openCurrentKey } from './keys.ts';
import { rotateKey } from './rotate.ts';
import { openTestLog } from './testing/log.ts';
import { startSigner, type SignerProcess } from './testing/signer-process.ts';

let database: TestDatabase;
let folder: string;
const running: SignerProcess[] = [];
beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'touchline-signer-'));
});
afterEach(async () => {
  moveProcessTime(-aheadMs);
  aheadMs = 0;
  for (const signer of running.splice(0)) await signer.kill();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const start = async (listen: string, name = 'signer'): Promise<SignerProcess> => {
  const signer = await startSigner(join(folder, name), listen);
  running.push(signer);
  return signer;
};
const openKeys = (env: Record<string, string>): Promise<LogKeys> =>
  openLogKeys(
    readConfig({ DATA_DIR: join(folder, 'data'), LOG_ORIGIN: 'touchline.example/log', ...env }),
    database.pool,
  );
const addFact = async (id: string): Promise<void> => {
  await database.pool.query(
    `insert into house_fact (kind, id, is_private, body) values ('test', $1, false, '{"kind":"test","v":1}')`,
    [id],
  );
};
/** No call is made for a second after one that failed. */
const pauseMs = 1_000;
let aheadMs = 0;
const pass = (): void => {
  moveProcessTime(pauseMs);
  aheadMs += pauseMs;
};

test.skipIf(process.platform === 'win32')(
  'a signer behind a socket signs checkpoints and receipts',
  async () => {
    const listen = `unix:${join(folder, 'signer.sock')}`;
    const signer = await start(listen);
    expect((await stat(join(folder, 'signer.sock'))).mode & 0o777).toBe(0o600);
    const keys = await openKeys({ LOG_SIGNER: listen });
    const log = openTestLog({ database, folder, facts: [], keys });
    const current = await openCurrentKey(database.pool, keys);
    const away: unknown[] = [];
    const receipts = new Receipts({
      nonceKey: keys.nonceKey,
      ...current,
      onAway: (error) => void away.push(error),
    });
    const item = { kind: 'bet', id: '1', body: '{"kind":"bet","v":1}' };
    await addFact('a');
    await log.settle();
    expect(log.service.refusal()).toBeUndefined();
    // The private key is with the signer alone.
    expect(await readdir(join(folder, 'data', 'keys'))).toEqual(['log-nonce-key']);
    const key = parseVerifierKey(await log.service.vkey());
    expect(verifyNote(parseNote((await log.service.checkpoint()) ?? ''), [key]).ok).toBe(true);
    const [receipt] = await receipts.sign([item], new Date());
    expect(receipt && verifyReceipt(receipt, key).ok).toBe(true);

    // It is away: no receipt, and the log waits.
    await signer.kill();
    expect(await receipts.sign([item], new Date())).toEqual([]);
    expect(away).toEqual([expect.any(SignerAway)]);
    await addFact('b');
    await log.settle();
    expect(log.service.refusal()?.reason).toBe('signer_away');
    expect(parseCheckpoint(parseNote((await log.service.checkpoint()) ?? '').text).size).toBe(1);
    // A server that starts without the signer knows the public key from the log.
    expect((await openCurrentKey(database.pool, await openKeys({ LOG_SIGNER: listen }))).vkey()).toBe(
      current.vkey(),
    );

    // It is back, on the socket that the killed one has left.
    await start(listen);
    pass();
    await log.settle();
    expect(log.service.refusal()).toBeUndefined();
    expect(parseCheckpoint(parseNote((await log.service.checkpoint()) ?? '').text).size).toBe(2);
    expect(await receipts.sign([item], new Date())).toHaveLength(1);
  },
);

test('a log that was never signed needs its signer to begin', async () => {
  const signer = await start('127.0.0.1:0');
  const keys = await openKeys({ LOG_SIGNER: signer.address });
  await signer.kill();
  await expect(openCurrentKey(database.pool, keys)).rejects.toThrow(SignerAway);
});

test('a log goes over from a key in the folder to a signer, and from one signer to another', async () => {
  const [one, two] = [await start('127.0.0.1:0', 'one'), await start('127.0.0.1:0', 'two')];
  await addFact('a');
  const first = openTestLog({ database, folder, facts: [], keys: await openKeys({}) });
  await first.settle();
  const steps: Record<string, string>[] = [
    { LOG_SIGNER: one.address },
    { LOG_SIGNER: two.address, LOG_SIGNER_OLD: one.address },
  ];
  for (const env of steps) {
    const keys = await openKeys(env);
    const changed = await rotateKey(database.pool, keys, new Date());
    const log = openTestLog({ database, folder, facts: [], keys });
    await log.settle();
    expect(log.service.refusal()).toBeUndefined();
    expect(await log.service.vkey()).toBe(changed.new);
  }
  expect(await readdir(join(folder, 'data', 'keys'))).toEqual(['log-nonce-key']);
});

test('what no signer answers is never taken for a signature', async () => {
  const answers = { key: Buffer.alloc(32, 9).toString('base64'), sign: '' };
  const server = createServer((request, response) => {
    response.end(request.url === '/key' ? answers.key : answers.sign);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const signer = await start('127.0.0.1:0');
  const { publicKey } = await remoteSigner(signer.address)();
  answers.key = Buffer.from(publicKey).toString('base64');
  const ask = await remoteSigner(`http://127.0.0.1:${port}/`)();
  for (const answer of ['', 'x'.repeat(88), Buffer.alloc(64).toString('base64'), 'y'.repeat(2_000)]) {
    answers.sign = answer;
    await expect(async () => ask.sign(Buffer.from('message'))).rejects.toThrow(SignerAway);
    pass();
  }
  await new Promise((resolve) => server.close(resolve));
});
