import { base64, utf8 } from '../bytes.ts';
import { canonicalJson } from '../canonical-json.ts';
import { formatCheckpoint } from '../checkpoint.ts';
import { parseFact, publicEntry } from '../entries.ts';
import { KEY_KIND, type ProvenKeyChange, keyChangeText } from '../key-changes.ts';
import { formatVerifierKey } from '../keys.ts';
import { createTree, leafHash } from '../merkle.ts';
import { formatNote, signText } from '../note.ts';
import { formatTlogProof } from '../tlog-proof.ts';
import type { testKey } from './test-key.ts';

type TestKey = ReturnType<typeof testKey>;
type Change = { number: number; old: TestKey; new: TestKey; time?: string };

/** The body of an entry with which a log goes over to another key. */
export function keyChangeBody({ number, old, new: next, time = '2026-06-11T19:00:00.123Z' }: Change): string {
  const change = { number, old: formatVerifierKey(old.key), new: formatVerifierKey(next.key), time };
  const text = utf8(keyChangeText(change));
  return canonicalJson({
    ...change,
    kind: KEY_KIND,
    v: 1,
    oldSignature: base64(old.sign(text)),
    newSignature: base64(next.sign(text)),
  });
}

/** The same in a log with a number of entries before it, under a checkpoint of these signers. */
export function provenKeyChange(
  change: Change,
  {
    index = 4,
    signers = [change.old, change.new],
    body = keyChangeBody(change),
  }: { index?: number; signers?: readonly TestKey[]; body?: string } = {},
): ProvenKeyChange {
  const leaves = Array.from({ length: index }, (_, at) => leafHash(utf8(`entry ${at}`)));
  const tree = createTree([...leaves, leafHash(publicEntry(parseFact(body)))]);
  const text = formatCheckpoint({
    origin: change.old.name,
    size: tree.size,
    root: tree.root,
    extensions: [],
  });
  const checkpoint = formatNote({ text, signatures: signers.map((signer) => signText(text, signer)) });
  return { body, proof: formatTlogProof({ index, path: tree.inclusion(index), checkpoint }) };
}
