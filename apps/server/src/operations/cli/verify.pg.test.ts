import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { newId, shardOf } from '../../core/ids.ts';
import { addRowFact } from '../../core/public-log/facts.ts';
import { recordSettings } from '../../office/settings/service.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { verifySite } from './verify-site.ts';
import { Wallet } from '../../ledger/service.ts';

const script = fileURLToPath(new URL('verify.ts', import.meta.url));

type Ended = { code: number; said: string };
const verify = async (url: string, ...args: string[]): Promise<Ended> => {
  const lines: string[] = [];
  try {
    const agrees = await verifySite(args, {
      env: { DATABASE_URL: url },
      print: (line) => void lines.push(`${line}\n`),
    });
    return { code: agrees ? 0 : 1, said: lines.join('') };
  } catch (error) {
    return { code: 1, said: [...lines, String(error)].join('') };
  }
};
/** Runs the program, which takes longer to start than it takes to verify a few rows. */
const verifyProgram = (url: string, ...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url };
    const child = execFile(process.execPath, [script, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
    );
  });

describe('npm run verify', () => {
  let database: TestDatabase;
  const memberId = newId();
  const owner = { memberId, shard: shardOf(memberId) };
  beforeAll(async () => {
    database = await testDatabase(2);
    const wallet = new Wallet(database);
    await database.pool.query(
      `insert into member (id, shard, account, account_folded, password_hash, birth_date, language, invitation_code)
       values ($1, $2, 'verified', 'verified', 'none', '1990-01-01', 'en', 'VERIFIED')`,
      [memberId, owner.shard],
    );
    await addRowFact(database.pool, 'member', memberId);
    await recordSettings(database.pool, readConfig({ PLAY_GRANT: '1.00' }));
    await wallet.open(database.pool, { ...owner, currency: 'PLAY' });
    await wallet.post([
      { ...owner, key: 'grant:play', kind: 'grant', amountMinor: 100n, counterAccount: 'promotions' },
      { ...owner, key: 's', kind: 'stake', amountMinor: -500n, counterAccount: 'stakes' },
    ]);
  });
  afterAll(() => database.close());

  test('counts what it looked at and succeeds when all agrees', async () => {
    const { code, said } = await verify(database.url);
    expect(code).toBe(0);
    expect(said).toMatch(
      /^ok {5}ledger, 1 wallets, 1 operations, 1 entries, 0 holds, 0 moves, 0 totals, 0 differences, \d+\.\d\d s$/m,
    );
    expect(said).toMatch(/^\d+ parts in \d+\.\d s: all agree$/m);
    expect(said).not.toContain('WRONG');
  });

  test('says for programs what it found', async () => {
    const { code, said } = await verify(database.url, '--json', '--part', 'ledger');
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({
      agrees: true,
      parts: [
        { name: 'ledger', counts: { wallets: 1, entries: 1 }, differences: 0, examples: [] },
        { name: 'recharges and withdrawals agree with the ledger' },
        { name: 'days of the ledger are what entries come to' },
      ],
    });
  });

  test('refuses options it does not know, and parts that are not there', async () => {
    expect(await verify(database.url, '--fast')).toMatchObject({
      code: 1,
      said: expect.stringContaining('--fast'),
    });
    expect(await verify(database.url, '--part', 'weather')).toMatchObject({
      code: 1,
      said: expect.stringContaining('weather'),
    });
  });

  test('fails, and reports every part with the number of its differences and some of them', async () => {
    await database.pool.query('update wallet set available = available + 7');
    await database.pool.query(
      `insert into letter (shard, member_id, id, fields, texts, at, sent_by, key)
       select $1, $2, uuidv7(), '{}', '{}', now(), uuidv7(), n::text from generate_series(1, 8) n`,
      [owner.shard, memberId],
    );
    const { code, said } = await verifyProgram(database.url);
    expect(code).toBe(1);
    expect(said).toMatch(/^WRONG  ledger, .* 3 differences, /m);
    expect(said).toContain(`I3 shard ${owner.shard}`);
    expect(said).toContain(`member_id ${memberId}`);
    expect(said).toMatch(/^WRONG  what operators published is in the log, 8 rows, 8 differences, /m);
    expect(said.match(/on record letter_sent/g)).toHaveLength(5);
    expect(said).toContain('and 3 more');
    expect(said).toMatch(/: 2 parts with differences$/m);
    const all = await verify(database.url, '--all');
    expect(all.said.match(/on record letter_sent/g)).toHaveLength(8);
    expect(JSON.parse((await verify(database.url, '--json', '--examples', '0')).said)).toMatchObject({
      agrees: false,
    });
  });

  test('says when the database cannot be reached', async () => {
    const { code, said } = await verifyProgram('postgres://touchline:x@127.0.0.1:1/none');
    expect(code).toBe(1);
    expect(said).toContain('ECONNREFUSED');
  });
});
