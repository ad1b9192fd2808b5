import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestS3, type TestS3 } from '../testing/s3-server.ts';
import { createDiskStore } from './disk.ts';
import { createS3Store } from './s3.ts';
import { newPlace, type Store } from './store.ts';

let folder: string;
let s3: TestS3;
let s3Store: Awaited<ReturnType<typeof createS3Store>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-uploads-'));
  s3 = await startTestS3('key-1');
  s3Store = await createS3Store({
    endpoint: s3.endpoint,
    region: 'eu-test-1',
    bucket: 'pictures',
    keyId: 'key-1',
    secret: 's',
  });
});
afterAll(async () => {
  s3Store.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const stores: [string, () => Store][] = [
  ['on the disk', () => createDiskStore(join(folder, 'uploads'))],
  ['in a bucket', () => s3Store],
];

const allBefore = async (store: Store, moment: Date): Promise<string[]> => {
  const all: string[] = [];
  for await (const places of store.placesBefore(moment)) all.push(...places);
  return all.toSorted();
};

describe.each(stores)('a store %s', (_name, open) => {
  test('keeps bytes under random names, and returns them', async () => {
    const store = open();
    expect(await allBefore(store, new Date(Date.now() + 60_000))).toEqual([]);
    const places = [newPlace(), newPlace(), newPlace()];
    for (const [i, place] of places.entries()) await store.put(place, Buffer.from([i, 255]), 'image/png');
    expect(new Set(places).size).toBe(3);
    expect(await store.get(places[1] ?? '')).toEqual(Buffer.from([1, 255]));
    expect(await store.get(newPlace())).toBeUndefined();
    expect(await store.getPart(places[2] ?? '', { offset: 1, length: 1 })).toEqual(Buffer.from([255]));
    expect(await store.getPart(newPlace(), { offset: 0, length: 1 })).toBeUndefined();
    expect(await allBefore(store, new Date(Date.now() + 60_000))).toEqual(places.toSorted());
    expect(await allBefore(store, new Date(Date.now() - 60_000))).toEqual([]);
    for (const place of places) await store.remove(place);
    expect(await store.get(places[1] ?? '')).toBeUndefined();
    await store.remove(newPlace());
  });

  test('touches nothing but places', async () => {
    for (const place of ['../../etc/passwd', '/etc/passwd', 'aa/b', '', `${newPlace()}/..`]) {
      await expect(open().get(place)).rejects.toThrow('no place');
    }
  });
});

test('on the disk only the owner reads, and no partial file is visible', async () => {
  const store = createDiskStore(join(folder, 'private'));
  const place = newPlace();
  await store.put(place, Buffer.from('x'), 'image/png');
  const path = join(folder, 'private', place);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
  expect(await readdir(dirname(path))).toHaveLength(1);
  // The draft of a killed server is removed once it is old.
  const draft = join(dirname(path), `${newPlace().slice(3)}.tmp`);
  await writeFile(draft, 'half');
  const hourAgo = new Date(Date.now() - 3_600_000);
  expect(await allBefore(store, hourAgo)).toEqual([]);
  await utimes(draft, new Date(0), new Date(0));
  expect(await allBefore(store, hourAgo)).toEqual([]);
  expect(await readdir(dirname(path))).toHaveLength(1);
});

test('in the bucket: a separate prefix, signed requests, and clients’ objects', async () => {
  const place = newPlace();
  await s3Store.put(place, Buffer.from('x'), 'image/webp');
  expect(s3.objects.get(`pictures/uploads/${place}`)).toMatchObject({ type: 'image/webp' });
  const stranger = await createS3Store({
    endpoint: s3.endpoint,
    region: 'eu-test-1',
    bucket: 'pictures',
    keyId: 'other',
    secret: 's',
  });
  await expect(stranger.get(place)).rejects.toThrow(/Access|denied|403|Unknown/i);
  stranger.close();
  s3.objects.set('pictures/incoming/m/1', { bytes: Buffer.alloc(100), type: undefined, at: new Date() });
  expect(await s3Store.incoming?.get('incoming/m/1', 100)).toHaveLength(100);
  expect(await s3Store.incoming?.get('incoming/m/1', 99)).toBe('too_large');
  expect(await s3Store.incoming?.get('incoming/m/2', 99)).toBeUndefined();
  await s3Store.incoming?.remove('incoming/m/1');
  expect(s3.objects.has('pictures/incoming/m/1')).toBe(false);
});
