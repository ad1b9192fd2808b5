import { beforeEach, expect, test } from 'vitest';
import { planRestore } from './plan.ts';
import { Repository, type Base } from './repository.ts';
import { createSealing } from './sealing.ts';
import { memoryVault, type MemoryVault } from './testing/memory-vault.ts';
import { prune } from './take.ts';
import { formatLsn, segmentName } from './wal-names.ts';

const bytes = 1 << 20;
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 26, 5, minute));
let vault: MemoryVault;
let repository: Repository;

const base = async (number: bigint, minute: number, timeline = 1): Promise<void> => {
  const start = number * BigInt(bytes) + 40n;
  const made: Base = {
    id: `2026112605${String(minute).padStart(2, '0')}`,
    startedAt: at(minute).toISOString(),
    endedAt: at(minute).toISOString(),
    start: formatLsn(start),
    stop: formatLsn(start + 200n),
    timeline,
    parts: 1,
    bytes: 1,
    files: [],
  };
  await repository.noteBase(made);
};
const wal = (number: bigint, minute: number, timeline = 1, filled = bytes): Promise<void> =>
  repository.writeWal({ timeline, number, bytes }, { sentAt: at(minute), bytes: Buffer.alloc(filled, 1) });

beforeEach(async () => {
  vault = memoryVault();
  repository = new Repository(vault, createSealing(Buffer.alloc(32, 5)));
  await repository.claim({ systemId: '1', segmentBytes: bytes });
  await base(2n, 2);
  await base(5n, 5);
  for (let n = 2n; n < 8n; n += 1n) await wal(n, Number(n));
  await wal(8n, 8, 1, 1_000);
});
const numbersOf = (files: readonly { segment: { number: bigint; timeline: number } }[]): string[] =>
  files.map(({ segment }) => `${segment.timeline}/${segment.number}`);

test('the newest base backup before the time, and the log up to it, are taken', async () => {
  const latest = await planRestore(repository, { target: 'latest' });
  expect(latest.base.id).toBe('202611260505');
  expect(numbersOf(latest.wal)).toEqual(['1/5', '1/6', '1/7', '1/8']);
  expect(latest.end).toEqual({ lsn: 8n * BigInt(bytes) + 1_000n, at: at(8) });
  const earlier = await planRestore(repository, { target: new Date(at(4).getTime() + 30_000) });
  expect(earlier.base.id).toBe('202611260502');
  // The file that PostgreSQL sent last before the time may continue after it.
  expect(numbersOf(earlier.wal)).toEqual(['1/2', '1/3', '1/4', '1/5']);
});

test('a time before the first base backup or after the end is refused', async () => {
  await expect(planRestore(repository, { target: at(1) })).rejects.toThrow('No base backup is as old');
  await expect(planRestore(repository, { target: at(9) })).rejects.toThrow('The archive ends at');
  // A machine had archived all by then, and nothing was written since.
  const known = await planRestore(repository, { target: at(9), endsAt: at(10) });
  expect(numbersOf(known.wal)).toEqual(['1/5', '1/6', '1/7', '1/8']);
  const empty = new Repository(memoryVault(), createSealing(Buffer.alloc(32, 5)));
  await expect(planRestore(empty, { target: 'latest' })).rejects.toThrow('about is missing');
});

test('a gap is named with how far a restore reaches, and does not matter before it', async () => {
  await repository.remove(`wal/${segmentName({ timeline: 1, number: 6n, bytes })}`);
  await expect(planRestore(repository, { target: 'latest' })).rejects.toThrow(
    '000000010000000000000006 is missing. From base backup 202611260505 a restore reaches 2026-11-26T05:05:00.000Z',
  );
  await expect(planRestore(repository, { target: at(4) })).resolves.toMatchObject({
    base: { id: '202611260502' },
  });
});

test('after a restore the new timeline is followed from its fork, and the abandoned end counts no more', async () => {
  const fork = 7n * BigInt(bytes) + 500n;
  await repository.writeHistory(2, `1\t${formatLsn(fork)}\tbefore 2026-11-26 05:07:00+00\n`);
  await wal(7n, 20, 2);
  await wal(8n, 21, 2, 2_000);
  const latest = await planRestore(repository, { target: 'latest' });
  expect(latest).toMatchObject({ timeline: 2, base: { timeline: 1 } });
  expect(numbersOf(latest.wal)).toEqual(['1/5', '1/6', '1/7', '2/7', '2/8']);
  const before = await planRestore(repository, { target: 'latest', timeline: 1 });
  expect(numbersOf(before.wal)).toEqual(['1/5', '1/6', '1/7', '1/8']);
  await repository.remove('history/2');
  await expect(planRestore(repository, { target: 'latest' })).rejects.toThrow('history/2 is missing');
});

test('pruning keeps what the kept base backups need', async () => {
  await vault.put('base/unfinished/data-000001', Buffer.of(1));
  await repository.write('files/uploads/ab/gone', Buffer.of(1));
  const done = await prune(repository, { keep: 1, now: at(30) });
  expect(done).toEqual({ bases: ['202611260502'], wal: 3, files: 0 });
  expect(numbersOf((await planRestore(repository, { target: 'latest' })).wal)).toEqual([
    '1/5',
    '1/6',
    '1/7',
    '1/8',
  ]);
  // It may be under way still.
  expect((await repository.unfinished()).map(({ id }) => id)).toEqual(['unfinished']);
});
