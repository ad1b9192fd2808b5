import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { base64 } from './bytes.ts';
import { formatVerifierKey } from './keys.ts';
import { createTree, leafHash } from './merkle.ts';
import { formatCheckpoint } from './checkpoint.ts';
import { nonceOf, privateEntry } from './entries.ts';
import { formatNote, signText } from './note.ts';
import { checkProof, parseProofFile, verdictOf } from './proof-file.ts';
import { makeReceipts } from './receipts.ts';
import { testKey } from './testing/test-key.ts';
import { formatTlogProof } from './tlog-proof.ts';

// The vectors of docs/proof-formats.md are what this package makes, so that a stranger's verifier can be tested by them.

let format: string;
beforeAll(async () => {
  format = await readFile(new URL('../../../docs/proof-formats.md', import.meta.url), 'utf8');
});

const origin = 'touchline.example/log';
const log = testKey(origin, 'note', 1);
const nonceKey = new Uint8Array(32).fill(10);
const body = '{"kind":"limit","v":1}';
const itemOf = (number: number) => {
  const id = `0190a1b2-0000-7000-8000-000000000001:${number}`;
  return { kind: 'limit', v: 1, nonce: nonceOf({ nonceKey, kind: 'limit', id }), body };
};
const entryOf = (number: number): Uint8Array => privateEntry(itemOf(number));

test('the vectors of a private entry', () => {
  for (const text of [
    base64(itemOf(1).nonce),
    Buffer.from(entryOf(1)).toString(),
    base64(leafHash(entryOf(1))),
  ]) {
    expect(format).toContain(`\`${text}\``);
  }
});

test('the receipt, its log and the proof file', () => {
  const [receipt] = makeReceipts({
    origin,
    keyId: log.id,
    sign: log.sign,
    timeMs: 1_790_000_000_123,
    items: [itemOf(1), itemOf(2)],
  });
  if (receipt === undefined) throw new Error('no receipt');
  const tree = createTree([leafHash(entryOf(1)), leafHash(entryOf(2)), leafHash(entryOf(3))]);
  const text = formatCheckpoint({ origin, size: 3, root: tree.root, extensions: [] });
  const checkpoint = formatNote({ text, signatures: [signText(text, log)] });
  const file = {
    v: 1,
    vkey: formatVerifierKey(log.key),
    body,
    nonce: base64(itemOf(1).nonce),
    receipt: receipt.proof,
    entry: formatTlogProof({ index: 0, path: tree.inclusion(0), checkpoint }),
    shown: { kind: 'limit' },
  };
  const written = /```json\n(\{\n {2}"v": 1,[^`]*)```/.exec(format)?.[1] ?? '';
  expect(JSON.parse(written)).toEqual(file);
  expect(format).toContain(`\`\`\`\n${receipt.proof}\`\`\``);
  const steps = checkProof(parseProofFile(written), { vkey: file.vkey, nowMs: 1_790_000_100_000 });
  expect(verdictOf(steps)).toBe('ok');
  expect(steps.map(({ code }) => code)).toEqual([
    'known-key',
    'signed',
    'logged',
    'first-look',
    'no-witness',
    'same-terms',
  ]);
});
