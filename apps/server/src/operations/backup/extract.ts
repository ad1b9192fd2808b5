import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unpackTar } from 'modern-tar/fs';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { manifestName, partName, type Repository } from './repository.ts';
import type { Plan } from './plan.ts';
import { NotOpened } from './sealing.ts';
import { segmentName } from './wal-names.ts';

/** What PostgreSQL wrote about the files of a base backup. */
const Manifest = Type.Object({
  Files: Type.Array(
    Type.Object({
      Path: Type.Optional(Type.String()),
      /** Of names that are no UTF-8, hexadecimal. */
      'Encoded-Path': Type.Optional(Type.String()),
      Size: Type.Integer(),
      'Checksum-Algorithm': Type.Optional(Type.String()),
      Checksum: Type.Optional(Type.String()),
    }),
  ),
});

async function* partsOf(repository: Repository, { id, parts }: Plan['base']): AsyncGenerator<Buffer> {
  for (let part = 1; part <= parts; part++) yield repository.read(partName(id, part));
}

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

/**
 * Writes a base backup and its log into an empty folder, and holds each file against the checksums that PostgreSQL wrote.
 * @throws NotOpened for an object that is missing or damaged, and a file that is not as it was backed up
 */
export const extractCluster = async (repository: Repository, plan: Plan, folder: string): Promise<void> => {
  const { base, wal, histories, timeline } = plan;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await pipeline(Readable.from(partsOf(repository, base)), unpackTar(folder, { strict: true }));
  const manifest: unknown = JSON.parse((await repository.read(manifestName(base.id))).toString('utf8'));
  if (!Value.Check(Manifest, manifest)) throw new NotOpened(`${manifestName(base.id)} has another form`);
  for (const { Path: plain, 'Encoded-Path': encoded = '', ...file } of manifest.Files) {
    const name = plain ?? Buffer.from(encoded, 'hex').toString('latin1');
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.size !== file.Size) {
      throw new NotOpened(
        `Base backup ${base.id}: ${name} has ${found?.size ?? 'no'} bytes, not ${file.Size}`,
      );
    }
    if (file['Checksum-Algorithm'] === 'SHA256' && (await sha256Of(path)) !== file.Checksum) {
      throw new NotOpened(`Base backup ${base.id}: ${name} is not as PostgreSQL wrote it`);
    }
  }
  const walFolder = join(folder, 'pg_wal');
  await mkdir(join(walFolder, 'archive_status'), { recursive: true, mode: 0o700 });
  for (const kept of wal) {
    const { bytes } = await repository.readWal(kept);
    // A file that was still being written ends with zeros, as PostgreSQL makes it.
    const whole = Buffer.alloc(kept.segment.bytes);
    whole.set(bytes);
    await writeFile(join(walFolder, segmentName(kept.segment)), whole, { mode: 0o600 });
  }
  for (const [number, text] of histories) {
    if (number > timeline) continue;
    const name = `${number.toString(16).toUpperCase().padStart(8, '0')}.history`;
    await writeFile(join(walFolder, name), text, { mode: 0o600 });
  }
  // The lines of the server that was backed up would hide those of the recovery.
  await rm(join(folder, 'postgres.log'), { force: true });
};
