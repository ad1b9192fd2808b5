import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../core/database/database.ts';
import { runUrl } from '../../testing/run-postgres.ts';
import { archive, slotName, type Archived, type ArchiverOptions } from './archiver.ts';
import { connectReplication, NoReplication } from './replication.ts';
import { Repository, WrongCluster } from './repository.ts';
import { createSealing } from './sealing.ts';
import { memoryVault, type MemoryVault } from './testing/memory-vault.ts';
import { formatLsn, parseLsn, segmentName, startOf } from './wal-names.ts';

const url = runUrl('owner', 'postgres');
let database: Database;
let vault: MemoryVault;
let repository: Repository;
const running: { stop: () => Promise<void> }[] = [];

beforeAll(() => {
  database = openDatabase(url, 2, () => undefined);
  vault = memoryVault();
  repository = new Repository(vault, createSealing(Buffer.alloc(32, 5)));
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});
afterAll(async () => {
  const replication = await connectReplication(url);
  await replication.dropSlot(slotName);
  await replication.close();
  await database.close();
});

/** Archives in this process until the test ends. */
const begin = (more: Partial<ArchiverOptions> = {}) => {
  const stopping = new AbortController();
  const seen: { failures: unknown[]; gaps: { from: bigint; to: bigint }[]; last?: Archived } = {
    failures: [],
    gaps: [],
  };
  const ended = archive({
    repository,
    connect: () => connectReplication(url),
    everyMs: 50,
    stopping: stopping.signal,
    onFailure: (error) => seen.failures.push(error),
    onGap: (gap) => seen.gaps.push(gap),
    onArchived: (archived) => {
      seen.last = archived;
    },
    ...more,
  });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await ended;
  };
  running.push({ stop });
  return { seen, stop };
};
/** Writes into the log. @returns the position after it */
const write = async (): Promise<bigint> => {
  await database.pool.query("select pg_logical_emit_message(false, 'touchline', repeat('x', 100000), true)");
  const { rows } = await database.pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn');
  return parseLsn(rows[0]?.lsn ?? '');
};
const switchFile = (): Promise<unknown> => database.pool.query('select pg_switch_wal()');

test('a role that may not copy the database, and a server without encryption, are named', async () => {
  const wrong = new URL(url);
  wrong.password = 'another';
  await expect(connectReplication(wrong.href)).rejects.toThrow(NoReplication);
  await expect(connectReplication(wrong.href)).rejects.toThrow(
    /as "touchline": password authentication failed/,
  );
  await expect(connectReplication(`${url}?sslmode=verify-full`)).rejects.toThrow(
    /as "touchline": The server does not support SSL connections/,
  );
});

test('the archive has the bytes of the log, and continues after a stop', async () => {
  // PostgreSQL keeps the files of the log that are compared below.
  await database.pool.query("select pg_create_physical_replication_slot('kept_for_comparison', true)");
  const first = begin();
  const to = await write();
  await expect.poll(() => first.seen.last?.to ?? 0n).toBeGreaterThanOrEqual(to);
  await first.stop();
  const later = await write();
  await switchFile();
  await write();
  const second = begin();
  await expect.poll(() => second.seen.last?.to ?? 0n).toBeGreaterThanOrEqual(later);
  await second.stop();
  expect([...first.seen.failures, ...second.seen.failures]).toEqual([]);
  const kept = await repository.wal(1 << 24);
  expect(kept.length).toBeGreaterThan(1);
  for (const one of kept) {
    const { bytes } = await repository.readWal(one);
    const path = `pg_wal/${segmentName(one.segment)}`;
    const { rows } = await database.pool.query<{ bytes: Buffer }>(
      'select pg_read_binary_file($1, 0, $2) as bytes',
      [path, bytes.length],
    );
    expect([path, rows[0]?.bytes.equals(bytes)]).toEqual([path, true]);
  }
  await database.pool.query("select pg_drop_replication_slot('kept_for_comparison')");
  // Of a file that is whole no pieces are left.
  const [whole] = kept;
  expect(whole?.filled).toBe(1 << 24);
  expect((await vault.list(whole?.name ?? '')).map(({ name }) => name)).toEqual([whole?.name]);
});

test('a place that is away for a while loses nothing', async () => {
  const { seen } = begin();
  await expect.poll(() => seen.last).toBeDefined();
  vault.fails = true;
  const to = await write();
  await expect.poll(() => seen.failures.length).toBeGreaterThan(0);
  vault.fails = false;
  await expect.poll(() => seen.last?.to ?? 0n).toBeGreaterThanOrEqual(to);
  expect(seen.gaps).toEqual([]);
});

test('of two processes one archives, and the other takes over without a failure', async () => {
  const one = begin();
  await expect.poll(() => one.seen.last).toBeDefined();
  const two = begin();
  const to = await write();
  await expect.poll(() => one.seen.last?.to ?? 0n).toBeGreaterThanOrEqual(to);
  expect(two.seen.last).toBeUndefined();
  await one.stop();
  const later = await write();
  await expect.poll(() => two.seen.last?.to ?? 0n).toBeGreaterThanOrEqual(later);
  expect(two.seen.failures).toEqual([]);
});

test('another cluster is refused at the same place', async () => {
  const other = new Repository(memoryVault(), createSealing(Buffer.alloc(32, 5)));
  await other.claim({ systemId: '123', segmentBytes: 1 << 24 });
  const { seen } = begin({ repository: other });
  await expect.poll(() => seen.failures[0]).toBeInstanceOf(WrongCluster);
  expect(String(seen.failures[0])).toContain('has backups of the cluster 123');
});

test('a part of the log that is gone is a gap, and the archive continues behind it', async () => {
  const before = (await repository.wal(1 << 24)).at(-1);
  const replication = await connectReplication(url);
  await replication.dropSlot(slotName);
  await replication.close();
  const isThere = async (): Promise<boolean> => {
    const name = before === undefined ? '' : segmentName(before.segment);
    const { rowCount } = await database.pool.query('select from pg_ls_waldir() where name = $1', [name]);
    return rowCount === 1;
  };
  for (let n = 0; n < 20 && (await isThere()); n++) {
    await write();
    await switchFile();
    await database.pool.query('checkpoint');
  }
  expect(await isThere()).toBe(false);
  const { seen } = begin();
  await expect.poll(() => seen.gaps.length).toBe(1);
  const to = await write();
  await expect.poll(() => seen.last?.to ?? 0n).toBeGreaterThanOrEqual(to);
  const [gap] = seen.gaps;
  expect(formatLsn(gap?.from ?? 0n)).toBe(formatLsn(before === undefined ? 0n : startOf(before.segment)));
  expect(gap?.to).toBeGreaterThan(gap?.from ?? 0n);
});
