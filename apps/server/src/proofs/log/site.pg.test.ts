import { createAccountCheck } from '@touchline/verify/account';
import { leafHash, verifyInclusion } from '@touchline/verify/merkle';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import { openBody, openCommitment, parseFact, publicEntry } from '@touchline/verify/entries';
import { parseVerifierKey } from '@touchline/verify/keys';
import { parseNote, verifyNote } from '@touchline/verify/note';
import { verifyReceipt, type SignedReceipt } from '@touchline/verify/receipts';
import {
  bundlePath,
  decodeBundle,
  newBundles,
  proveInclusion,
  rootFromTiles,
  tilePath,
} from '@touchline/verify/tiles';
import { verifyTlogProof } from '@touchline/verify/tlog-proof';
import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moduleFacts } from '../../operations/log-facts.ts';
import { shardOf } from '../../core/ids.ts';
import { ownerOf } from '../../core/owner.ts';
import { countQueries } from '../../testing/query-counts.ts';
import { siteToVerify, type SiteToVerify } from '../../testing/scenarios/site-to-verify.ts';
import { testTouchline, type TestTouchline } from '../../testing/touchline.ts';
import { betsWithSettlements, proveToMember } from './member-proofs.ts';
import { openTestLog } from './testing/log.ts';

let made: SiteToVerify;
/** A second process of the site, whose log is turned by the test. */
let site: TestTouchline;

beforeAll(async () => {
  made = await siteToVerify();
  const { database } = made;
  await openTestLog({ database, folder: database.dataDir, facts: moduleFacts }).settle();
  site = await testTouchline({ beside: made, frozenAt: new Date() });
}, 240_000);
afterAll(async () => {
  await site.close();
  await made.close();
});

const get = async (
  path: string,
): Promise<{ status: number; bytes: Buffer; headers: Record<string, unknown> }> => {
  const { statusCode, rawPayload, headers } = await site.app.inject({ method: 'GET', url: `/log/${path}` });
  return { status: statusCode, bytes: rawPayload, headers };
};
const text = async (path: string): Promise<string> => (await get(path)).bytes.toString();

const verifiedCheckpoint = async () => {
  const note = parseNote(await text('checkpoint'));
  const verdict = verifyNote(note, [parseVerifierKey((await text('vkey')).trim())]);
  expect(verdict.ok).toBe(true);
  return parseCheckpoint(note.text);
};

test('the log is followed from outside over HTTP', async () => {
  const { size, root } = await verifiedCheckpoint();
  expect(size).toBeGreaterThan(100);
  const readTile = async (tile: Parameters<typeof tilePath>[0]): Promise<Uint8Array> =>
    (await get(tilePath(tile))).bytes;
  expect(Buffer.from(await rootFromTiles({ size, readTile }))).toEqual(Buffer.from(root));
  const entries: Uint8Array[] = [];
  for (const bundle of newBundles(0, size))
    entries.push(...decodeBundle((await get(bundlePath(bundle))).bytes));
  expect(entries).toHaveLength(size);
  for (const index of [0, 1, Math.floor(size / 2), size - 1]) {
    const proof = await proveInclusion({ index, size, readTile });
    const leaf = leafHash(entries[index] ?? Buffer.alloc(0));
    expect(verifyInclusion({ leaf, index, size, proof, root })).toBe(true);
  }
  // Each entry is canonical JSON, and names its kind.
  const kinds = Map.groupBy(entries, (entry) => parseFact(Buffer.from(entry).toString()).kind);
  expect([...kinds.keys()].toSorted()).toEqual([
    'bet',
    'correction',
    'entry',
    'event',
    'house_move',
    'house_text',
    'liabilities',
    'margins',
    'match_totals',
    'prices',
    'private',
    'result',
    'reward_rules',
    'ruling',
    'setting_record',
    'settings',
    'settlement',
    'team_rules',
  ]);
  // Nothing tells members apart.
  const all = entries.map((entry) => Buffer.from(entry).toString()).join('\n');
  for (const id of Object.values(made.members)) expect(all).not.toContain(id);
});

test('what strangers ask for again and again is answered from memory', async () => {
  const paths = ['checkpoint', 'vkey', 'vkeys', 'witnesses'];
  for (const path of paths) await get(path);
  const { calls, background } = site.context.connections;
  const counted = countQueries([calls.pool, background.pool]);
  const answers: number[] = [];
  const { statements } = await counted(async () => {
    for (const path of paths.flatMap((one) => Array.from({ length: 25 }, () => one))) {
      answers.push((await get(path)).status);
    }
  });
  expect(answers).toEqual(answers.map(() => 200));
  expect(statements).toBe(0);
});

test('paths have the right types and may be read and kept by anybody', async () => {
  const checkpoint = await get('checkpoint');
  expect(checkpoint.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=1',
  });
  const { size } = await verifiedCheckpoint();
  const tile = await get(`tile/0/000${size < 256 ? `.p/${size}` : ''}`);
  expect(tile.bytes).toHaveLength(Math.min(size, 256) * 32);
  expect(tile.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});

test.each([
  ['beyond the log', 'tile/0/999'],
  ['far beyond it', 'tile/0/x999/x999/x999/x999/x999/x999/999'],
  ['of a level that is not there', 'tile/63/000'],
  ['of no level', 'tile/64/000'],
  ['of a level with a zero before it', 'tile/00/000'],
  ['below zero', 'tile/-1/000'],
  ['of the form of another log', 'tile/8/0/000'],
  ['with an index too short', 'tile/0/0'],
  ['with an index too long', 'tile/entries/x000/000'],
  ['of no width', 'tile/0/000.p/0'],
  ['of more than the full width', 'tile/0/000.p/256'],
  ['of a width with a zero before it', 'tile/0/000.p/01'],
  ['with a slash at the end', 'tile/0/000/'],
  ['outside of the folder', 'tile/0/..%2f..%2f..%2fetc%2fpasswd'],
  ['with a byte of zero', 'tile/0/000%00'],
  ['of many folders', `tile/0/${'x000/'.repeat(500)}000`],
  ['of nothing', 'tile/'],
])('a tile %s is not found, and other pages may read that', async (_what, path) => {
  const { status, headers } = await get(path);
  expect(status).toBe(404);
  expect(headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' });
});

test('a bundle is compressed for who takes that, and a tile never', async () => {
  const { size } = await verifiedCheckpoint();
  const bundle = bundlePath({ index: 0, width: Math.min(size, 256) });
  const tile = tilePath({ level: 0, index: 0, width: Math.min(size, 256) });
  const zipped = async (path: string) =>
    site.app.inject({ url: `/log/${path}`, headers: { 'accept-encoding': 'gzip, br' } });
  const short = await zipped(bundle);
  expect(short.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/octet-stream',
    vary: 'accept-encoding',
  });
  const plain = await get(bundle);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(short.rawPayload)).toEqual(plain.bytes);
  expect(short.rawPayload.length).toBeLessThan(plain.bytes.length);
  expect((await zipped(tile)).headers['content-encoding']).toBeUndefined();
});

test('the log is read while all connections of the background are busy', async () => {
  const { pool } = site.context.connections.background;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const { size } = await verifiedCheckpoint();
    for (const path of [
      tilePath({ level: 0, index: 0, width: Math.min(size, 256) }),
      bundlePath({ index: 0, width: Math.min(size, 256) }),
    ])
      expect((await get(path)).status).toBe(200);
  } finally {
    for (const client of held) client.release();
  }
});

test('the head of a tile is answered without its bytes', async () => {
  const { size } = await verifiedCheckpoint();
  const url = `/log/${tilePath({ level: 0, index: 0, width: Math.min(size, 256) })}`;
  const { statusCode, headers, rawPayload } = await site.app.inject({ method: 'HEAD', url });
  expect(statusCode).toBe(200);
  expect(Number(headers['content-length'])).toBe(Math.min(size, 256) * 32);
  expect(rawPayload).toHaveLength(0);
});

test('every entry, bet and settlement is in the log once, as its rows are', async () => {
  const { pool } = made.database;
  const counts = async (statement: string): Promise<unknown> => (await pool.query(statement)).rows;
  expect(
    await counts(`select e.member_id from entry e
      full join (select * from log_entry where kind = 'entry') l on l.id = e.member_id || ':' || e.version
      where e.member_id is null or l.id is null`),
  ).toEqual([]);
  expect(
    await counts(`select b.id from bet b full join (select * from log_entry where kind = 'bet') l on l.id = b.id::text
      where b.id is null or l.id is null`),
  ).toEqual([]);
  // Bets have as many settlements as they say, lost ones too.
  expect(
    await counts(`select b.id from bet b where b.settlements <>
      (select count(*) from log_entry l where l.kind = 'settlement' and l.id like b.id || ':%')`),
  ).toEqual([]);
  const owner = { memberId: made.members.ann, shard: shardOf(made.members.ann) };
  const key = parseVerifierKey((await text('vkey')).trim());
  for (const of of [
    { kind: 'bet', id: made.bets.lost, owner },
    { kind: 'bet', id: made.bets.open, owner },
    { kind: 'settlement', id: `${made.bets.lost}:1`, owner },
    { kind: 'entry', id: `${made.members.ann}:1`, owner },
    { kind: 'withdrawal', id: `${made.withdrawals.paid}:1`, owner },
    { kind: 'withdrawal', id: `${made.withdrawals.paid}:4`, owner },
  ]) {
    const found = await site.modules.publicLog.service.proofOf(of);
    if (found?.nonce === undefined) throw new Error(`no proof of ${of.kind}`);
    const {
      entries: [entry],
      fact,
    } = openBody({ body: found.body, nonce: found.nonce });
    expect(fact).toMatchObject({ kind: of.kind, v: 1, member: made.members.ann });
    expect(found.isUnchanged).toBe(true);
    const verdict = verifyTlogProof({ proof: found.proof, leaf: leafHash(entry), log: key, witnesses: [] });
    expect(verdict.ok).toBe(true);
  }
});

test('a receipt of a bet promises the entry that is in the log', async () => {
  const owner = { memberId: made.members.ann, shard: shardOf(made.members.ann) };
  const found = await site.modules.publicLog.service.proofOf({ kind: 'bet', id: made.bets.open, owner });
  const { pool } = made.database;
  const { rows } = await pool.query<{ entry: string }>(
    `select entry from log_entry where kind = 'bet' and id = $1`,
    [made.bets.open],
  );
  const [receipt] = await site.context.receipts.sign(
    [{ kind: 'bet', id: made.bets.open, body: found?.body ?? '' }],
    new Date(),
  );
  expect(receipt?.nonce).toBe(found?.nonce);
  const opened = openCommitment({ body: receipt?.body ?? '', nonce: receipt?.nonce ?? '' });
  expect(Buffer.from(opened.entry).toString()).toBe(rows[0]?.entry);
});

test('a settled bet and a paid withdrawal have receipts of entries that are in the log', async () => {
  const owner = { memberId: made.members.ann, shard: shardOf(made.members.ann) };
  const bet = await site.modules.book.service.betDetails(owner, made.bets.won);
  const { list } = await site.modules.cashier.service.withdrawals.list(owner, {
    id: made.withdrawals.paid,
    page: 1,
    limit: 1,
  });
  const log = parseVerifierKey((await text('vkey')).trim());
  const { rows } = await made.database.pool.query<{ entry: string }>('select entry from log_entry');
  const inLog = new Set(rows.map(({ entry }) => entry));
  const promised = (receipts: readonly SignedReceipt[]): unknown[] =>
    receipts.map((receipt) => {
      const verdict = verifyReceipt(receipt, log);
      expect(verdict).toMatchObject({ ok: true });
      const {
        entries: [entry],
        fact,
      } = openBody(receipt);
      expect(inLog).toContain(Buffer.from(entry).toString());
      return fact['type'] ?? fact.kind;
    });
  expect(promised(bet.receipts)).toEqual(['settlement', 'stake', 'payout']);
  expect(promised(list[0]?.receipts ?? [])).toEqual(
    expect.arrayContaining(['withdrawal', 'withdrawal_paid']),
  );
});

test('the log serves the texts of which its entries have only the hash', async () => {
  const { rows } = await made.database.pool.query<{ id: string; entry: string }>(
    `select id, entry from log_entry where kind = 'prices'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { id, entry } of rows) {
    const body = await get(`text/prices/${encodeURIComponent(id)}`);
    expect(parseFact(entry)).toMatchObject({ id, sha256: hash('sha256', body.bytes, 'base64') });
  }
  expect((await get('text/prices/none')).status).toBe(404);
  expect((await get('text/entry/1')).status).toBe(404);
});

test('only its member gets the proof of a bet and of what belongs to it', async () => {
  const log = site.modules.publicLog.service;
  const { ann, ben } = made.members;
  const ownerOf = (id: string) => ({ shard: shardOf(id), memberId: id });
  const of = { kind: 'bet', id: made.bets.won };
  const found = await proveToMember(log, ownerOf(ann), of);
  const key = parseVerifierKey((await text('vkey')).trim());
  const all = [...(found?.own === undefined ? [] : [found.own]), ...(found?.related ?? [])];
  expect(all.map(({ kind }) => kind)).toEqual(['bet', 'settlement', 'result', 'ruling', 'entry', 'entry']);
  for (const { body, nonce, proof } of all) {
    const entry = nonce === undefined ? publicEntry(parseFact(body)) : openCommitment({ body, nonce }).entry;
    const verdict = verifyTlogProof({ proof, leaf: leafHash(entry), log: key, witnesses: [] });
    expect(verdict).toMatchObject({ ok: true });
  }
  expect(await proveToMember(log, ownerOf(ben), of)).toBeUndefined();

  for (const id of ['', 'x', `${made.bets.won}:x`]) {
    expect(await proveToMember(log, ownerOf(ann), { kind: 'bet', id })).toBeUndefined();
    expect(await proveToMember(log, ownerOf(ann), { kind: 'settlement', id })).toBeUndefined();
  }

  const entry = { kind: 'entry', id: `${ann}:1` };
  expect(await proveToMember(log, ownerOf(ann), entry)).toMatchObject({ own: entry, related: [] });
  expect(await proveToMember(log, ownerOf(ben), entry)).toBeUndefined();
});

test('a member checks the whole account against one checkpoint, by pages', async () => {
  const { pool } = made.database;
  const startedMs = Date.now() + 120_000;
  const note = await text('checkpoint');
  const { size, root } = await verifiedCheckpoint();
  const log = site.modules.publicLog.service;
  const vkey = (await text('vkey')).trim();
  for (const id of Object.values(made.members)) {
    const member = { id, shard: shardOf(id) };
    const readTile = async (tile: Parameters<typeof tilePath>[0]): Promise<Uint8Array> =>
      (await get(tilePath(tile))).bytes;
    const check = createAccountCheck({
      memberId: id,
      vkey,
      checkpoint: note,
      size,
      root,
      readTile,
      startedMs,
    });
    const owner = ownerOf(member);
    for (let after = 0; ; after += 2) {
      const page = await log.pageOf('entry', owner, { after: `${id}:${after}`, limit: 2 });
      await check.addEntries(page);
      if (page.length < 2) break;
    }
    let last: string | undefined;
    for (;;) {
      const page = await betsWithSettlements(log, owner, { after: last, limit: 2 });
      await check.addBets(page);
      last = page.bets.at(-1)?.id;
      if (page.bets.length < 2) break;
    }
    const { rows } = await pool.query<{ available: bigint; held: bigint; bets: bigint; version: bigint }>(
      `select available, held, version, (select count(*) from bet where member_id = $1) as bets
       from wallet where member_id = $1`,
      [id],
    );
    const [wallet] = rows;
    if (wallet === undefined) continue;
    const { faults, counts } = check.finish(wallet);
    expect(faults).toEqual([]);
    expect(counts).toMatchObject({ entries: Number(wallet.version), bets: Number(wallet.bets), pending: 0 });
  }
});
