import { createHash } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../core/database/transaction.ts';
import { incomingKey } from './incoming.ts';
import { createS3Store } from './store/s3.ts';
import { newPlace } from './store/store.ts';
import { picture, png, withText } from './testing/images.ts';
import { newOwner, testUploads } from './testing/uploads.ts';
import { startTestS3 } from './testing/s3-server.ts';
import type { Owner } from '../../core/owner.ts';

type Site = Awaited<ReturnType<typeof testUploads>>;
let site: Site;
beforeAll(async () => {
  site = await testUploads();
});
afterAll(() => site.close());

const save = (owner: Owner, bytes: Buffer, purpose: 'voucher' | 'identity' = 'voucher') =>
  site.uploads.save(owner, { bytes, purpose });
const claim = (owner: Owner, id: string, usedFor: string, purpose: 'voucher' | 'identity' = 'voucher') =>
  transaction(site.database.pool, (client) => site.uploads.claim(client, owner, id, { purpose, usedFor }));

describe('an upload', () => {
  test('is found and opened by its member only', async () => {
    const owner = newOwner();
    const bytes = await png(1);
    const upload = await save(owner, bytes, 'identity');
    expect(upload).toEqual({
      id: upload.id,
      url: `/api/alioss/file?id=${upload.id}`,
      width: 120,
      height: 80,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const found = { ...upload, purpose: 'identity', usedFor: null };
    expect(await site.uploads.find(owner, upload.id)).toEqual(found);
    const opened = await site.uploads.open({ ...owner, id: upload.id });
    expect(opened?.mime).toBe('image/webp');
    expect(await sharp(opened?.bytes).metadata()).toMatchObject({ width: 120, height: 80, format: 'webp' });
    for (const [who, id] of [
      [newOwner(), upload.id] as const,
      [owner, newId()] as const,
      [owner, 'x'] as const,
    ]) {
      expect(await site.uploads.find(who, id)).toBeUndefined();
      expect(await site.uploads.open({ ...who, id })).toBeUndefined();
    }
  });

  test('sent again by its member for the same purpose is the same, until it is used', async () => {
    const owner = newOwner();
    const bytes = await png(2);
    const first = await save(owner, bytes);
    expect(await save(owner, bytes)).toEqual(first);
    expect((await save(owner, bytes, 'identity')).id).not.toBe(first.id);
    expect((await save(newOwner(), bytes)).id).not.toBe(first.id);
    expect(await claim(owner, first.id, newId())).toBe('claimed');
    expect((await save(owner, bytes)).id).not.toBe(first.id);
  });

  test('limits a member’s uploads within a day', async () => {
    const small = await testUploads({ perDay: 2 });
    const owner = newOwner();
    const send = async (seed: number) =>
      small.uploads.save(owner, { bytes: await png(seed), purpose: 'voucher' });
    await send(1);
    small.clock.advance(3_600_000);
    await send(2);
    await expect(send(3)).rejects.toMatchObject({
      reason: 'upload_many',
      detail: { until: '2026-06-12T12:00:00.000Z' },
    });
    // The same file again is no other upload, and other members are not concerned.
    await send(2);
    await small.uploads.save(newOwner(), { bytes: await png(3), purpose: 'voucher' });
    small.clock.advance(23 * 3_600_000);
    await send(3);
    await small.close();
  });

  test('refused images leave nothing behind', async () => {
    const owner = newOwner();
    const before = await readdir(site.folder);
    await expect(save(owner, Buffer.from('<svg/>'))).rejects.toMatchObject({ reason: 'upload_type' });
    await expect(save(owner, (await png(3)).subarray(0, 200))).rejects.toMatchObject({
      reason: 'upload_damaged',
    });
    expect(await readdir(site.folder)).toEqual(before);
    const { rows } = await site.database.pool.query('select from upload where member_id = $1', [
      owner.memberId,
    ]);
    expect(rows).toHaveLength(0);
  });
});

describe('a voucher counts once', () => {
  test('for one recharge; a second claim for the same stays claimed', async () => {
    const owner = newOwner();
    const { id } = await save(owner, await png(10));
    const recharge = newId();
    expect(await claim(owner, id, recharge, 'identity')).toBe('not_found');
    expect(await claim(newOwner(), id, recharge)).toBe('not_found');
    expect(await claim(owner, newId(), recharge)).toBe('not_found');
    expect(await claim(owner, 'x', recharge)).toBe('not_found');
    expect(await claim(owner, id, recharge)).toBe('claimed');
    expect(await claim(owner, id, recharge)).toBe('claimed');
    expect(await claim(owner, id, newId())).toBe('used');
    expect((await site.uploads.find(owner, id))?.usedFor).toBe(recharge);
  });

  test('over all members, also when a copy has other metadata', async () => {
    const [first, second] = [newOwner(), newOwner()];
    const bytes = await png(11);
    const own = await save(first, bytes);
    const copies = [
      await save(second, bytes),
      await save(second, withText(bytes, 'mine')),
      await save(second, await sharp(bytes).png({ compressionLevel: 1 }).toBuffer()),
      await save(first, withText(bytes, 'once more')),
    ];
    expect(new Set(copies.map(({ sha256 }) => sha256)).size).toBe(4);
    const owners = [second, second, second, first];
    expect(await claim(first, own.id, newId())).toBe('claimed');
    for (const [i, copy] of copies.entries()) {
      expect(await claim(owners[i] ?? first, copy.id, newId())).toBe('used');
    }
  });

  test('another file of the same picture takes its place for the same recharge', async () => {
    const owner = newOwner();
    const bytes = await png(12);
    const recharge = newId();
    const [one, two] = [await save(owner, bytes), await save(owner, withText(bytes, 'again'))];
    expect(await claim(owner, one.id, recharge)).toBe('claimed');
    expect(await claim(owner, two.id, recharge)).toBe('claimed');
    expect((await site.uploads.find(owner, one.id))?.usedFor).toBeNull();
    expect((await site.uploads.find(owner, two.id))?.usedFor).toBe(recharge);
    expect(await claim(owner, one.id, newId())).toBe('used');
  });

  test('for one of many simultaneous claims', async () => {
    const bytes = await png(13);
    const owners = Array.from({ length: 6 }, newOwner);
    const uploads = await Promise.all(owners.map((owner, i) => save(owner, withText(bytes, `${i}`))));
    const answers = await Promise.all(owners.map((owner, i) => claim(owner, uploads[i]?.id ?? '', newId())));
    expect(answers.toSorted()).toEqual(['claimed', 'used', 'used', 'used', 'used', 'used']);
  });

  test('a rolled back claim leaves the picture to others; a refused one leaves the transaction whole', async () => {
    const [first, second] = [newOwner(), newOwner()];
    const bytes = await png(14);
    const [a, b] = [await save(first, bytes), await save(second, bytes)];
    const failed = transaction(site.database.pool, async (client) => {
      expect(await site.uploads.claim(client, first, a.id, { purpose: 'voucher', usedFor: newId() })).toBe(
        'claimed',
      );
      throw new Error('the recharge is gone');
    });
    await expect(failed).rejects.toThrow('gone');
    expect(await claim(second, b.id, newId())).toBe('claimed');
    const after = await transaction(site.database.pool, async (client) => {
      const answer = await site.uploads.claim(client, first, a.id, { purpose: 'voucher', usedFor: newId() });
      const { rowCount } = await client.query('select 1');
      return [answer, rowCount];
    });
    expect(after).toEqual(['used', 1]);
  });

  test('documents count per member: the same one may serve another identity check', async () => {
    const [first, second] = [newOwner(), newOwner()];
    const bytes = await png(15);
    for (const owner of [first, second, first]) {
      const { id } = await save(owner, bytes, 'identity');
      expect(await claim(owner, id, newId(), 'identity')).toBe('claimed');
    }
  });

  test('operators see earlier vouchers that look alike', async () => {
    const [first, second] = [newOwner(), newOwner()];
    const recharge = newId();
    const early = await save(first, await png(16));
    await save(first, await png(17));
    await claim(first, early.id, recharge);
    const poor = await save(second, await picture(16).resize(100).jpeg({ quality: 50 }).toBuffer());
    expect(await claim(second, poor.id, newId())).toBe('claimed');
    const alike = await site.uploads.lookAlikes({ ...second, id: poor.id });
    expect(alike).toHaveLength(1);
    expect(alike[0]).toMatchObject({ ...first, id: early.id, usedFor: recharge });
    expect(alike[0]?.apart).toBeLessThanOrEqual(6);
  });
});

test('tidying deletes unused uploads and files without a row after a week, and keeps the rest', async () => {
  const own = await testUploads();
  const owner = newOwner();
  const send = async (seed: number) =>
    own.uploads.save(owner, { bytes: await png(seed), purpose: 'voucher' });
  const [unused, used] = [await send(1), await send(2)];
  await transaction(own.database.pool, (client) =>
    own.uploads.claim(client, owner, used.id, { purpose: 'voucher', usedFor: newId() }),
  );
  own.clock.advance(8 * 24 * 3_600_000);
  const fresh = await send(3);
  const [left, young] = [newPlace(), newPlace()];
  for (const place of [left, young]) await own.store.put(place, Buffer.from('x'), 'image/png');
  const now = own.clock.now();
  await utimes(join(own.folder, young), now, now);
  await utimes(join(own.folder, left), new Date(0), new Date(0));
  expect(await own.uploads.tidy()).toEqual({ unused: 1, rowless: 1 });
  expect(await own.uploads.find(owner, unused.id)).toBeUndefined();
  for (const { id } of [used, fresh]) expect(await own.uploads.open({ ...owner, id })).toBeDefined();
  expect(await own.store.get(left)).toBeUndefined();
  expect(await own.store.get(young)).toBeDefined();
  expect(await own.uploads.tidy()).toEqual({ unused: 0, rowless: 0 });
  await own.close();
});

test('an object sent to the storage directly is checked as a file is, and deleted afterwards', async () => {
  const s3 = await startTestS3('key-1');
  const store = await createS3Store({
    endpoint: s3.endpoint,
    region: 'eu-test-1',
    bucket: 'b',
    keyId: 'key-1',
    secret: 's',
  });
  const own = await testUploads({ store });
  const owner = newOwner();
  const bytes = await png(1);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const said = { key: incomingKey(owner, 'one'), size: bytes.length, mime: 'image/png', sha256 };
  const send = (more: Partial<typeof said> = {}, content = bytes) => {
    const key = more.key ?? said.key;
    s3.objects.set(`b/${key}`, { bytes: content, type: undefined, at: new Date() });
    return own.uploads.saveDirect(owner, { ...said, ...more, purpose: 'voucher' });
  };
  const rule = (field: string) => ({ reason: 'validation', detail: { rules: { [field]: 'format' } } });

  const upload = await send();
  expect(await own.uploads.open({ ...owner, id: upload.id })).toMatchObject({ mime: 'image/webp' });
  await expect(send({ size: 5 })).rejects.toMatchObject(rule('size'));
  await expect(send({ sha256: 'a'.repeat(64) })).rejects.toMatchObject(rule('sha256'));
  await expect(send({ mime: 'image/jpeg' })).rejects.toMatchObject({ reason: 'upload_type' });
  await expect(send({}, Buffer.alloc(10 * 1024 * 1024 + 1))).rejects.toMatchObject({ reason: 'upload_size' });
  expect([...s3.objects.keys()].filter((key) => key.startsWith('b/incoming/'))).toEqual([]);

  // Objects of others stay where they are.
  const others = [incomingKey(newOwner(), 'one'), `uploads/${newPlace()}`, `${said.key}/../x`, '../x'];
  for (const key of others) {
    await expect(send({ key })).rejects.toMatchObject(rule('key'));
    expect(s3.objects.has(`b/${key}`)).toBe(true);
  }
  await expect(
    own.uploads.saveDirect(owner, { ...said, key: incomingKey(owner, 'none'), purpose: 'voucher' }),
  ).rejects.toMatchObject(rule('key'));
  await own.close();
  store.close();
  await s3.close();
});
