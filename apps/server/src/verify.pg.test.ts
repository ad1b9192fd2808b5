import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, shardOf } from './platform/ids.ts';
import { testDatabase, type TestDatabase } from './testing/database.ts';
import { createWallet } from './wallet/service.ts';

const script = fileURLToPath(new URL('verify.ts', import.meta.url));

const verify = (url: string): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url };
    const child = execFile(process.execPath, [script], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });

describe('npm run verify', () => {
  let database: TestDatabase;
  const memberId = newId();
  const owner = { memberId, shard: shardOf(memberId) };
  beforeAll(async () => {
    database = await testDatabase(2);
    const wallet = createWallet(database);
    await wallet.open(database.pool, { ...owner, currency: 'PLAY' });
    await wallet.post([
      { ...owner, key: 'g', kind: 'grant', amountMinor: 100n, counterAccount: 'promotions' },
      { ...owner, key: 's', kind: 'stake', amountMinor: -500n, counterAccount: 'stakes' },
    ]);
  });
  afterAll(() => database.close());

  test('counts what it looked at and succeeds when all agrees', async () => {
    const { code, said } = await verify(database.url);
    expect(code).toBe(0);
    expect(said.split('\n')).toContain(
      'ledger: 1 wallets, 2 operations, 1 entries, 0 holds, 0 moves: all agree',
    );
    expect(said).not.toContain('difference');
  });

  test('fails and names the first difference', async () => {
    await database.pool.query('update wallet set available = available + 7');
    const { code, said } = await verify(database.url);
    expect(code).toBe(1);
    expect(said).toContain(`first difference: I3 shard ${owner.shard}`);
    expect(said).toContain(`member_id ${memberId}`);
  });

  test('says when the database cannot be reached', async () => {
    const { code, said } = await verify('postgres://nobody:x@127.0.0.1:1/none');
    expect(code).toBe(1);
    expect(said).toContain('ECONNREFUSED');
  });
});
