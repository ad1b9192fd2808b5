import { hash } from 'node:crypto';
import { canonicalJson } from '@touchline/verify/canonical-json';
import { nonceOf } from '@touchline/verify/entries';
import { parseVerifierKey } from '@touchline/verify/keys';
import { makeReceipts, verifyReceipt } from '@touchline/verify/receipts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { logKey } from './keys.ts';
import { receiptsOf, signDated } from './receipts.ts';

const key = logKey({
  seed: Buffer.alloc(32, 3),
  nonceKey: Buffer.alloc(32, 4),
  origin: 'touchline.example/log',
});
const receipts = receiptsOf(key);
const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

const batches = fc.array(
  fc.record({
    kind: fc.constantFrom('bet', 'cash_out', 'recharge'),
    id: fc.uuid(),
    text: fc.string({ unit: 'grapheme', maxLength: 3_000 }),
  }),
  { minLength: 1, maxLength: 40 },
);

test('receipts are those of the format, to the byte, and verify', () => {
  return fc.assert(
    fc.asyncProperty(batches, fc.integer({ min: 1, max: 4e12 }), async (batch, timeMs) => {
      const items = batch.map(({ kind, id, text }) => ({
        kind,
        id,
        body: canonicalJson({ kind, text, v: 1 }),
      }));
      const made = await receipts.sign(items, new Date(timeMs));
      const meant = makeReceipts(
        {
          origin: key.origin,
          keyId: key.id,
          timeMs,
          items: items.map(({ kind, id, body }) => ({
            kind,
            v: 1,
            body,
            nonce: nonceOf({ nonceKey: key.nonceKey, kind, id }, sha256),
          })),
          sign: key.sign,
        },
        sha256,
      );
      expect(made).toEqual(meant);
      const last = made.at(-1);
      expect(last && verifyReceipt(last, parseVerifierKey(receipts.vkey()))).toMatchObject({
        ok: true,
        timeMs,
      });
    }),
    { numRuns: 20 },
  );
});

test('nothing to sign is no signature', async () => {
  expect(await receipts.sign([], new Date(0))).toEqual([]);
});

test('what was settled at different times is signed as of each, in order, with one signature for a time', async () => {
  const dated = fc.array(fc.record({ id: fc.uuid(), atMs: fc.constantFrom(1_000, 2_000, 3_000) }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(dated, async (items) => {
      const made = await signDated(
        receipts,
        items.map(({ id, atMs }) => ({
          kind: 'entry',
          id,
          body: canonicalJson({ id, kind: 'entry', v: 1 }),
          at: new Date(atMs),
        })),
      );
      const said = made.map((receipt) => {
        const verdict = verifyReceipt(receipt, parseVerifierKey(receipts.vkey()));
        return verdict.ok ? { id: verdict.fact['id'], atMs: verdict.timeMs } : verdict.reason;
      });
      expect(said).toEqual(items);
      const notes = new Set(made.map(({ proof }) => proof.slice(proof.indexOf(key.origin))));
      expect(notes.size).toBe(new Set(items.map(({ atMs }) => atMs)).size);
    }),
    { numRuns: 20 },
  );
});
