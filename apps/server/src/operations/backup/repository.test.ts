import { expect, test } from 'vitest';
import { Repository } from './repository.ts';
import { createSealing, NotOpened } from './sealing.ts';
import { memoryVault } from './testing/memory-vault.ts';
import { segmentOf } from './wal-names.ts';

const segmentBytes = 1_024 * 1_024;
const segment = segmentOf(0n, 1, segmentBytes);
const bytes = (length: number): Buffer => Buffer.alloc(length, 7);

const kept = async () => {
  const vault = memoryVault();
  const repository = new Repository(vault, createSealing(bytes(32)));
  const write = (length: number): Promise<void> =>
    repository.writeWal(segment, { sentAt: new Date(length), bytes: bytes(length) });
  await write(100);
  const [listed] = await repository.wal(segmentBytes);
  if (listed === undefined) throw new Error('nothing is kept');
  return { vault, repository, write, listed };
};

test.each([200, segmentBytes])(
  'a piece that gives way to a longer one of %i bytes between listing and reading is read as that one',
  async (length) => {
    const { repository, write, listed } = await kept();
    await write(length);
    expect(await repository.readWal(listed)).toEqual({ sentAt: new Date(length), bytes: bytes(length) });
  },
);

test('a piece that is missing, with none in its place, is named', async () => {
  const { vault, repository, listed } = await kept();
  vault.objects.clear();
  await expect(repository.readWal(listed)).rejects.toThrow(NotOpened);
  await expect(repository.readWal(listed)).rejects.toThrow(`${listed.name} is missing in memory`);
});
