import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBase64 } from '@touchline/verify/bytes';
import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { memberSums } from '@touchline/verify/sums/member-sums';
import { parseSums } from '@touchline/verify/sums/sums';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Queryable } from '../../core/database/database.ts';
import { idFor, newId, shardOf } from '../../core/ids.ts';
import { addHouseFact } from '../../core/public-log/facts.ts';
import { snapshot } from '../../core/database/transaction.ts';
import { liabilityParts } from '../record-check/liabilities.ts';
import { verifyPart } from '../record-check/part.ts';
import { testWallet } from '../../testing/book.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { createDiskStore } from '../../accounts/uploads/store/disk.ts';
import { rollUpHouse } from '../../ledger/house.ts';
import { rollUpAll } from '../../ledger/roll-up-all.ts';
import { Wallet } from '../../ledger/service.ts';
import { collectAccounts } from './accounts.ts';
import { accountsFile, proveAccount, writeTree } from './tree.ts';
import { snapshotKey } from './random.ts';
import { issuedIn } from './reserves.ts';
import { Liabilities, type MemberProof } from './service.ts';
import { LedgerDisagrees } from './site.ts';

let database: TestDatabase;
let folder: string;
let published: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-liabilities-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  database = await testDatabase();
  published = [];
});
afterEach(() => database.close());

const secret = Buffer.alloc(32, 9);
const byDay = { operatorId: null, day: null };

const open = (now = () => new Date(), beforeAppend: (client: Queryable) => void = () => undefined) =>
  new Liabilities({
    pool: database.pool,
    background: database.pool,
    store: createDiskStore(folder),
    secret,
    currency: 'PLAY',
    clock: { now },
    log: { info: () => undefined, error: () => undefined },
    reserves: (house) => Promise.resolve(issuedIn(house)),
    append: (client, { id, entry }) => {
      beforeAppend(client);
      published.push(entry);
      return addHouseFact(client, { kind: 'liabilities', id, isPrivate: false, body: entry });
    },
  });

/** What a member finds in a proof, by the published entry alone. */
const found = ({ snapshot: row, proof }: MemberProof, memberId: string) => {
  const entry = parseCanonicalObject(row.entry);
  const { size, root } = entry;
  if (typeof size !== 'number' || typeof root !== 'string') throw new Error('not an entry');
  return memberSums({ size, hash: fromBase64(root), totals: parseSums(row.totals) }, { memberId, proof });
};

const differences = async (): Promise<string[]> => {
  const inSnapshot = <T>(work: (client: pg.PoolClient) => Promise<T>) => snapshot(database.owner, work);
  const all: string[] = [];
  for (const part of liabilityParts)
    all.push(...(await verifyPart(part, inSnapshot, { examples: 9 })).examples);
  return all;
};

const addBet = (
  { id, shard }: { id: string; shard: number },
  bet: { stake: number; cashed?: number; potential: number; state?: string },
) =>
  database.owner.query(
    `insert into bet (shard, member_id, id, type, currency, unit, stake, cashed_stake, odds_milli, potential, rules, slip_hash, state)
     values ($1, $2, $3, 'accumulator', 'PLAY', $4, $4, $5, 2000, $6, '1', 1, $7)`,
    [shard, id, newId(), bet.stake, bet.cashed ?? 0, bet.potential, bet.state ?? 'open'],
  );

test('a snapshot has every wallet with its open bets, and each member finds their own', async () => {
  const [ada, ben] = [await testWallet(database.pool, 1_000n), await testWallet(database.pool, 250n)];
  const empty = await testWallet(database.pool, 0n);
  const held = { shard: ada.shard, memberId: ada.id, amountMinor: 300n, key: 'hold', kind: 'withdrawal' };
  await new Wallet({ pool: database.pool }).hold([{ ...held, id: newId() }]);
  await addBet(ben, { stake: 10, potential: 55 });
  await addBet(ben, { stake: 30, cashed: 20, potential: 100 });
  await addBet(ben, { stake: 10, potential: 999, state: 'lose' });
  const liabilities = open();
  const row = await liabilities.make(byDay);
  expect(row).toMatchObject({ totals: ['950', '300', '89'], currencies: ['PLAY'], accounts: 3, size: 4_096 });
  expect(parseCanonicalObject(published[0] ?? '')).toMatchObject({
    kind: 'liabilities',
    v: 1,
    snapshot: row.id,
    totals: [{ currency: 'PLAY', available: '950', held: '300', openBets: '89' }],
    reserves: [{ kind: 'issued', currency: 'PLAY', given: '1250', paidIn: '0', lost: '0' }],
  });
  for (const [{ id }, sums] of [
    [ada, [700n, 300n, 0n]],
    [ben, [250n, 0n, 89n]],
    [empty, [0n, 0n, 0n]],
  ] as const) {
    const proof = await liabilities.prove(id);
    expect(proof && found(proof, id)).toEqual(sums);
    expect(proof && found(proof, newId())).toBeUndefined();
  }
  expect(await liabilities.prove(newId())).toBeUndefined();
  expect(await differences()).toEqual([]);
});

test('sums are those of the ledger while wallets move', async () => {
  const wallets: { id: string; shard: number }[] = [];
  for (let n = 0; n < 40; n++) wallets.push(await testWallet(database.pool, 10_000n));
  const wallet = new Wallet({ pool: database.pool });
  const stopping = new AbortController();
  const bet = async (lane: number) => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      const { id, shard } = wallets[(lane + n * 3) % wallets.length] ?? { id: '', shard: 0 };
      await wallet.post([
        {
          shard,
          memberId: id,
          key: `stake:${lane}:${n}`,
          kind: 'stake',
          amountMinor: -7n,
          counterAccount: 'stakes',
        },
      ]);
    }
  };
  const lanes = [0, 1, 2].map(bet);
  const liabilities = open();
  const rows = [];
  for (let n = 0; n < 5; n++) {
    if (n === 2) await rollUpHouse(database.pool);
    if (n === 3) await wallet.rollUpDays('Asia/Shanghai');
    rows.push(await liabilities.make(byDay));
  }
  stopping.abort();
  await Promise.all(lanes);
  expect(new Set(rows.map(({ totals }) => totals[0])).size).toBeGreaterThan(1);
  expect(await differences()).toEqual([]);
  const last = await Promise.all(wallets.map(async ({ id }) => ({ id, proof: await liabilities.prove(id) })));
  const sum = last.reduce((all, { id, proof }) => all + ((proof && found(proof, id)?.[0]) ?? 0n), 0n);
  expect(String(sum)).toBe(rows.at(-1)?.totals[0]);
});

const refusals = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ differences: string[] }>(
    'select differences from liability_refusal',
  );
  return rows.flatMap(({ differences: all }) => all);
};

test('a wallet that was changed by hand keeps liabilities from being published', async () => {
  const { id, shard } = await testWallet(database.pool, 1_000n);
  await database.owner.query('update wallet set available = 400 where shard = $1 and member_id = $2', [
    shard,
    id,
  ]);
  const liabilities = open();
  await expect(liabilities.make(byDay)).rejects.toThrow(LedgerDisagrees);
  expect(await liabilities.newest(1)).toEqual([]);
  expect(published).toEqual([]);
  expect(await refusals()).toEqual([
    'members have 400 PLAY, by the accounts of the house 1000',
    'members have 400 and 0 held PLAY, by the sums of days 1000 and 0',
  ]);
});

test('money that is held without an entry, or a total that was changed, keeps them back too', async () => {
  const { id, shard } = await testWallet(database.pool, 1_000n);
  await database.owner.query(
    'update wallet set available = 900, held = 100 where shard = $1 and member_id = $2',
    [shard, id],
  );
  await expect(open().make(byDay)).rejects.toThrow('by the sums of days 1000 and 0');
  await database.owner.query('update wallet set available = 1000, held = 0 where shard = $1', [shard]);
  await rollUpAll(database.pool);
  await database.owner.query('update house_total set amount = amount + 1 where shard = $1', [shard]);
  await expect(open().make(byDay)).rejects.toThrow('by the accounts of the house 999');
});

test('a negative sum keeps them back, also where another wallet makes up for it', async () => {
  const [ada, ben] = [await testWallet(database.pool, 100n), await testWallet(database.pool, 100n)];
  await database.owner.query('alter table wallet drop constraint wallet_available_check');
  await database.owner.query('update wallet set available = -50 where member_id = $1 and shard = $2', [
    ada.id,
    ada.shard,
  ]);
  await database.owner.query('update wallet set available = 250 where member_id = $1 and shard = $2', [
    ben.id,
    ben.shard,
  ]);
  await expect(open().make(byDay)).rejects.toThrow(`member ${ada.id} has a negative sum: -50, 0, 0`);
});

test('bets without a wallet keep them back', async () => {
  const strangers = ['first', 'last'].map((name) => ({ id: idFor(name), shard: shardOf(idFor(name)) }));
  await testWallet(database.pool, 10n);
  for (const stranger of strangers) await addBet(stranger, { stake: 1, potential: 2 });
  await expect(open().make(byDay)).rejects.toThrow('who has no wallet of PLAY');
});

test('verify finds a snapshot that leaves a member out', async () => {
  const [ada, ben] = [await testWallet(database.pool, 100n), await testWallet(database.pool, 70n)];
  const liabilities = open();
  const row = await liabilities.make(byDay);
  // The house makes the tree without ben, and publishes that.
  const key = snapshotKey(secret, row.id);
  const collected = collectAccounts(3);
  collected.add({ shard: ada.shard, memberId: ada.id, version: 1n, sums: [100n, 0n, 0n] });
  const { accounts, size } = collected.finish(key);
  const files = new Map<string, Buffer>();
  const { root, totals } = await writeTree({ key, size, accounts }, (name, bytes) =>
    Promise.resolve(void files.set(name, bytes)),
  );
  files.set(accountsFile, accounts.bytes());
  await database.owner.query('update liability_snapshot set root = $1, totals = $2, accounts = 1', [
    root,
    totals.map(String),
  ]);
  expect(await differences()).toEqual([
    expect.stringMatching(/says 100 and 0 held PLAY entries come to 170 and 0$/),
    expect.stringMatching(/was published otherwise than it is kept$/),
  ]);
  const prove = (memberId: string) =>
    proveAccount({ key, size, columns: 3, memberId }, (name, { offset, length }) =>
      Promise.resolve((files.get(name) ?? Buffer.alloc(0)).subarray(offset, offset + length)),
    );
  expect(await prove(ben.id)).toBeUndefined();
  // The proof of another tree does not lead to this root.
  const before = await liabilities.prove(ben.id);
  expect(
    before && memberSums({ size, hash: root, totals }, { memberId: ben.id, proof: before.proof }),
  ).toBeUndefined();
});

test('a day has one snapshot, and old trees make room', async () => {
  const { id } = await testWallet(database.pool, 100n);
  let day = 10;
  const now = () => new Date(`2026-01-${day}T00:30:00Z`);
  const [one, other] = [open(now), open(now)];
  await Promise.all([one.makeDaily(), other.makeDaily()]);
  await one.makeDaily();
  expect(await one.newest(9)).toHaveLength(1);
  expect(published).toHaveLength(1);
  // Five days: the accounts of each, and the trees of three.
  for (day = 11; day < 15; day++) await one.makeDaily();
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  const rows = await one.newest(9);
  expect(rows.map((row) => row.day)).toEqual([14, 13, 12, 11, 10].map((n) => `2026-01-${n}`));
  expect(all.filter((file) => file.isFile()).length).toBeGreaterThan(0);
  const proof = await one.prove(id);
  expect(proof?.snapshot.day).toBe('2026-01-14');
});

const filesOf = async (): Promise<string[]> => {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all.filter((file) => file.isFile()).map(({ name }) => name);
};

test('a snapshot whose connection is lost at commit keeps its tree: it may be published', async () => {
  const { id } = await testWallet(database.pool, 100n);
  const loseCommit = (client: Queryable): void => {
    const query = client.query.bind(client);
    const losing = async (text: string) => {
      const answer = await query(text);
      if (text === 'commit') throw new Error('Connection terminated unexpectedly');
      return answer;
    };
    Object.defineProperty(client, 'query', { value: losing });
  };
  const liabilities = open(undefined, loseCommit);
  await expect(liabilities.make(byDay)).rejects.toThrow('Connection terminated');
  expect(await liabilities.newest(2)).toHaveLength(1);
  const proof = await liabilities.prove(id);
  expect(proof && found(proof, id)).toEqual([100n, 0n, 0n]);
});

test('a snapshot that fails before commit leaves no files', async () => {
  await testWallet(database.pool, 100n);
  const before = await filesOf();
  const fail = (): void => {
    throw new Error('no line');
  };
  const liabilities = open(undefined, fail);
  await expect(liabilities.make(byDay)).rejects.toThrow('no line');
  expect(await liabilities.newest(1)).toEqual([]);
  expect(await filesOf()).toEqual(before);
});

test('a tree of three tiers, cut in parts, proves its members', async () => {
  const key = snapshotKey(secret, 'large');
  const members = Array.from({ length: 3_000 }, (_, at) => idFor(`member ${at}`))
    .map((memberId) => ({ memberId, shard: shardOf(memberId) }))
    .toSorted((a, b) => a.shard - b.shard || (a.memberId < b.memberId ? -1 : 1));
  const collected = collectAccounts(3);
  for (const [at, member] of members.entries())
    collected.add({ ...member, version: 1n, sums: [BigInt(at), 3n, BigInt(at) * 2n] });
  const { accounts, size: usual } = collected.finish(key);
  const files = new Map<string, Buffer>([[accountsFile, accounts.bytes()]]);
  // The smallest even power of two with three tiers; a site's own sizes are 65,536 and a million leaves.
  const size = 2 ** 18;
  expect(usual).toBeLessThan(size);
  const { root, totals } = await writeTree({ key, size, accounts }, (name, bytes) =>
    Promise.resolve(void files.set(name, bytes)),
  );
  expect([...files.keys()].filter((name) => !name.startsWith('tree 0')).toSorted()).toEqual([
    accountsFile,
    'tree 1 0',
    'tree 2 0',
  ]);
  for (const at of [0, 1_500, 2_999]) {
    const { memberId = '' } = members[at] ?? {};
    const proof = await proveAccount({ key, size, columns: 3, memberId }, (name, { offset, length }) =>
      Promise.resolve((files.get(name) ?? Buffer.alloc(0)).subarray(offset, offset + length)),
    );
    expect(proof && memberSums({ size, hash: root, totals }, { memberId, proof: proof.proof })).toEqual([
      BigInt(at),
      3n,
      BigInt(at) * 2n,
    ]);
  }
});
