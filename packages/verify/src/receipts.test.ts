import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64, hex, utf8 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { formatCheckpoint } from './checkpoint.ts';
import { cosign } from './cosignature.ts';
import { nonceOf, openCommitment, parseFact, privateEntry, publicEntry } from './entries.ts';
import { Malformed } from './malformed.ts';
import { createTree, leafHash } from './merkle.ts';
import { formatNote, signText } from './note.ts';
import { type SignedReceipt, makeReceipts, verifyReceipt } from './receipts.ts';
import { sha256 } from './sha256.ts';
import { testKey } from './testing/test-key.ts';
import { formatTlogProof, parseTlogProof, verifyTlogProof } from './tlog-proof.ts';

const origin = 'touchline.example/log';
const log = testKey(origin, 'note', 1);
const nonceKey = sha256(utf8('nonce key'));
const item = (id: string) => ({
  kind: 'bet',
  v: 1,
  nonce: nonceOf({ nonceKey, kind: 'bet', id }),
  body: canonicalJson({ kind: 'bet', v: 1, id, stakeMinor: '1000' }),
});
const batch = (count: number) => ({
  origin,
  keyId: log.id,
  sign: log.sign,
  timeMs: 1_790_000_000_123,
  items: Array.from({ length: count }, (_, at) => item(`bet-${at}`)),
});

describe('entries', () => {
  test('a private entry tells its kind and a hash, and nothing else', () => {
    const { nonce, body } = item('b1');
    const entry = Buffer.from(privateEntry({ kind: 'bet', v: 1, nonce, body })).toString();
    const expected = base64(sha256(Uint8Array.from([...nonce, ...utf8(body)])));
    expect(entry).toBe(`{"hash":"${expected}","kind":"bet","v":1}`);
  });

  test('a public entry is the canonical JSON of the fact', () => {
    expect(Buffer.from(publicEntry({ v: 1, kind: 'result', home: 2 })).toString()).toBe(
      '{"home":2,"kind":"result","v":1}',
    );
  });

  test('nonces differ by kind, by id and by where one ends', () => {
    const of = (kind: string, id: string) => hex(nonceOf({ nonceKey, kind, id }));
    expect(new Set([of('bet', '1'), of('bet', '2'), of('cash', '1'), of('be', 't1')]).size).toBe(4);
    expect(of('bet', '1')).toBe(hex(sha256(Uint8Array.from([...nonceKey, ...utf8('bet\u00001')]))));
  });

  test('a nonce of another length is refused', () => {
    expect(() => privateEntry({ ...item('a'), nonce: new Uint8Array(31) })).toThrow(RangeError);
    expect(() => openCommitment({ body: item('a').body, nonce: base64(new Uint8Array(33)) })).toThrow(
      Malformed,
    );
  });

  test.each(['{"v":1}', '{"kind":"bet"}', '{"kind":1,"v":1}', '[]', '{"kind": "bet","v":1}'])(
    '%s is no fact',
    (text) => {
      expect(() => parseFact(text)).toThrow(Malformed);
    },
  );
});

describe('receipts', () => {
  test('each of a batch verifies, and names the entry that must be in the log', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(), (count, which) => {
        const made = batch(count);
        const at = which % count;
        const receipt = makeReceipts(made)[at];
        if (receipt === undefined) throw new Error('no receipt');
        const verdict = verifyReceipt(receipt, log.key);
        if (!verdict.ok) throw new Error(verdict.reason);
        expect(verdict.fact).toEqual({ kind: 'bet', v: 1, id: `bet-${at}`, stakeMinor: '1000' });
        expect(verdict.timeMs).toBe(1_790_000_000_123);
        expect(verdict.leaf).toEqual(leafHash(privateEntry(item(`bet-${at}`))));
      }),
      { numRuns: 20 },
    );
  });

  test('the signed text is as the format says', () => {
    const [receipt] = makeReceipts(batch(1));
    const leaf = base64(leafHash(privateEntry(item('bet-0'))));
    expect(receipt?.proof).toMatch(
      `c2sp.org/tlog-proof@v1\nindex 0\n\ntouchline.example/log/receipts\n1\n${leaf}\ntime 1790000000123\n\n— touchline.example/log `,
    );
  });

  test('one signature serves the whole batch', () => {
    let signed = 0;
    const made = batch(5);
    makeReceipts({
      ...made,
      sign(message) {
        signed++;
        return made.sign(message);
      },
    });
    expect(signed).toBe(1);
  });

  const good = makeReceipts(batch(3))[1] ?? { body: '', nonce: '', proof: '' };
  const spoilt: [string, SignedReceipt, string][] = [
    ['another amount', { ...good, body: good.body.replace('1000', '9000') }, 'other-body'],
    ['another nonce', { ...good, nonce: base64(new Uint8Array(32)) }, 'other-body'],
    ['the nonce of another', { ...good, nonce: base64(item('bet-0').nonce) }, 'other-body'],
    ['another index', { ...good, proof: good.proof.replace('index 1', 'index 0') }, 'other-body'],
    ['another time', { ...good, proof: good.proof.replace('time 179', 'time 178') }, 'forged-signature'],
    [
      'another size',
      { ...good, proof: good.proof.replace('/receipts\n3\n', '/receipts\n4\n') },
      'forged-signature',
    ],
    ['the origin of the log', { ...good, proof: good.proof.replace('/receipts\n', '\n') }, 'other-log'],
    ['another signer', { ...good, proof: good.proof.replace('— touch', '— couch') }, 'no-known-key'],
    ['spaces in the body', { ...good, body: good.body.replace(',', ', ') }, 'malformed'],
    ['no body', { ...good, body: '' }, 'malformed'],
    ['no proof', { ...good, proof: '' }, 'malformed'],
    ['no time', { ...good, proof: good.proof.replace(/\ntime \d+/, '') }, 'malformed'],
    ['two times', { ...good, proof: good.proof.replace('\ntime ', '\ntime 1\ntime ') }, 'malformed'],
  ];
  test.each(spoilt)('with %s it is refused', (_, receipt, reason) => {
    expect(verifyReceipt(receipt, log.key)).toEqual({ ok: false, reason });
  });

  test('no changed character of body, nonce or proof verifies', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('body', 'nonce', 'proof'),
        fc.nat(),
        fc.integer({ min: 0, max: 6 }),
        (part, where, bit) => {
          const text = good[part];
          const at = where % text.length;
          const changed = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
          const receipt = { ...good, [part]: text.slice(0, at) + changed + text.slice(at + 1) };
          expect(verifyReceipt(receipt, log.key).ok).toBe(false);
        },
      ),
      { numRuns: 120 },
    );
  });

  test('what others made is refused and never thrown at the caller', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.constantFrom(good.body, good.nonce, good.proof),
    );
    fc.assert(
      fc.property(text, text, text, (body, nonce, proof) => {
        const same = body === good.body && nonce === good.nonce && proof === good.proof;
        expect(verifyReceipt({ body, nonce, proof }, log.key).ok).toBe(same);
        const verdict = verifyTlogProof({ proof, leaf: sha256(utf8('a')), log: log.key, witnesses: [] });
        expect(verdict.ok).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test('a checkpoint of the log is no receipt, and a receipt no checkpoint', () => {
    const leaf = leafHash(privateEntry(item('bet-1')));
    const text = formatCheckpoint({ origin, size: 1, root: leaf, extensions: ['time 5'] });
    const checkpoint = formatNote({ text, signatures: [signText(text, log)] });
    const { body, nonce } = good;
    const proof = formatTlogProof({ index: 0, path: [], checkpoint });
    expect(verifyReceipt({ body, nonce, proof }, log.key)).toEqual({ ok: false, reason: 'other-log' });
    const verdict = verifyTlogProof({ proof: good.proof, leaf, log: log.key, witnesses: [] });
    expect(verdict).toEqual({ ok: false, reason: 'other-log' });
  });
});

describe('proofs of a log', () => {
  const witnesses = [2, 3].map((seed) => testKey(`witness.example/${seed}`, 'cosignature', seed));
  const entries = Array.from({ length: 9 }, (_, at) => utf8(`entry ${at}`));
  const tree = createTree(entries.map((entry) => leafHash(entry)));
  const text = formatCheckpoint({ origin, size: tree.size, root: tree.root, extensions: [] });
  const checkpoint = formatNote({
    text,
    signatures: [
      signText(text, log),
      ...witnesses.map((witness, at) => cosign(text, { ...witness, time: 100 + at })),
    ],
  });
  const index = 4;
  const proof = formatTlogProof({ index, path: tree.inclusion(index), checkpoint });
  const leaf = leafHash(entries[index] ?? new Uint8Array(0));
  const check = { proof, leaf, log: log.key, witnesses: witnesses.map(({ key }) => key) };

  test('verify with the witnesses one trusts', () => {
    const verdict = verifyTlogProof(check);
    expect(verdict).toMatchObject({
      ok: true,
      index,
      checkpoint: { size: 9 },
      witnesses: [{ time: 100 }, { time: 101 }],
    });
    expect(verifyTlogProof({ ...check, witnesses: [] })).toMatchObject({ ok: true, witnesses: [] });
  });

  test('are written as they were read, with and without extra data', () => {
    for (const extra of [undefined, utf8('more'), new Uint8Array(0)]) {
      const parts = {
        index,
        path: tree.inclusion(index),
        checkpoint,
        ...(extra === undefined ? {} : { extra }),
      };
      expect(parseTlogProof(formatTlogProof(parts))).toEqual(parts);
    }
    expect(formatTlogProof({ index: 0, path: [], checkpoint: 'x', extra: utf8('more') })).toBe(
      'c2sp.org/tlog-proof@v1\nextra bW9yZQ==\nindex 0\n\nx',
    );
  });

  test.each([
    ['another leaf', { ...check, leaf: leafHash(utf8('entry 5')) }, 'not-included'],
    ['another index', { ...check, proof: proof.replace('index 4', 'index 5') }, 'not-included'],
    ['another log', { ...check, log: testKey('other.example/log', 'note', 1).key }, 'other-log'],
    ['another key', { ...check, log: testKey(origin, 'note', 9).key }, 'no-known-key'],
    ['witnesses alone', { ...check, proof: proof.replace('— touch', '— couch') }, 'no-known-key'],
    ['another header', { ...check, proof: proof.replace('@v1', '@v2') }, 'malformed'],
    ['an index with a leading zero', { ...check, proof: proof.replace('index 4', 'index 04') }, 'malformed'],
  ])('with %s they are refused', (_, spoilt, reason) => {
    expect(verifyTlogProof(spoilt)).toEqual({ ok: false, reason });
  });
});
