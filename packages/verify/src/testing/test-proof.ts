import { canonicalJson } from '../canonical-json.ts';
import { formatCheckpoint } from '../checkpoint.ts';
import { cosign } from '../cosignature.ts';
import { nonceOf, privateEntry, publicEntry } from '../entries.ts';
import { createTree, leafHash } from '../merkle.ts';
import { formatNote, signText } from '../note.ts';
import { formatVerifierKey } from '../keys.ts';
import type { ProofFile } from '../proof-file.ts';
import { makeReceipts } from '../receipts.ts';
import { formatTlogProof } from '../tlog-proof.ts';
import { utf8 } from '../bytes.ts';
import { testKey } from './test-key.ts';

const origin = 'touchline.example/log';
const house = testKey(origin, 'note', 1);
const witness = testKey('witness.example', 'cosignature', 2);

/** When the receipt of the proof file was signed. */
export const signedAtMs = 1_790_000_000_123;
/** The key of the witness that cosigned it. */
export const witnessKey = witness.key;

const body = canonicalJson({
  kind: 'bet',
  v: 1,
  id: 'bet-1',
  stake: '1000',
  legs: [{ event: 'e1', odds: 1850 }],
});
const nonce = nonceOf({ nonceKey: utf8('nonce key'), kind: 'bet', id: 'bet-1' });

/** A log of a given size, whose fourth entry is the bet. */
function logOf(size: number, other = '') {
  const leaves = Array.from({ length: size }, (_, at) =>
    leafHash(
      at === 3
        ? privateEntry({ kind: 'bet', v: 1, nonce, body })
        : publicEntry({ kind: 'note', v: 1, at, other }),
    ),
  );
  return createTree(leaves);
}

function textOf(size: number, other?: string): string {
  const { root } = logOf(size, other);
  return formatCheckpoint({ origin, size, root, extensions: [] });
}

/** A signed checkpoint of the log at this size; with `other` of a log whose other entries say something else. */
export function checkpointOf(size: number, other?: string): string {
  const text = textOf(size, other);
  return formatNote({ text, signatures: [signText(text, { name: origin, id: house.id, sign: house.sign })] });
}

/** The way between two sizes of the log. */
export function growthOf(from: number, to: number): readonly Uint8Array[] {
  return logOf(to).consistency(from);
}

/** The proof file of a bet in a log of nine entries, cosigned once. */
export function testProof(): ProofFile & Required<Pick<ProofFile, 'nonce' | 'receipt' | 'entry' | 'shown'>> {
  const [made] = makeReceipts({
    origin,
    keyId: house.id,
    sign: house.sign,
    timeMs: signedAtMs,
    items: [{ kind: 'bet', v: 1, nonce, body }],
  });
  if (made === undefined) throw new Error('no receipt');
  const text = textOf(9);
  const { name, id, sign } = witness;
  const checkpoint = formatNote({
    text,
    signatures: [
      signText(text, { name: origin, id: house.id, sign: house.sign }),
      cosign(text, { name, id, time: 1_790_000_001, sign }),
    ],
  });
  return {
    v: 1,
    vkey: formatVerifierKey(house.key),
    body: made.body,
    nonce: made.nonce,
    receipt: made.proof,
    entry: formatTlogProof({ index: 3, path: logOf(9).inclusion(3), checkpoint }),
    shown: { stake: '1000', legs: [{ odds: 1850 }] },
  };
}
