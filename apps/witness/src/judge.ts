import type { AddCheckpoint } from '@touchline/verify/add-checkpoint';
import { sameBytes } from '@touchline/verify/bytes';
import type { Checkpoint } from '@touchline/verify/checkpoint';
import { verifyConsistency } from '@touchline/verify/merkle';

/**
 * Why a checkpoint that the log signed was not cosigned.
 * - `two-roots`: the log signed two trees of one size, which proves that it forked
 * - `not-consistent`: nothing proved that the log has only grown. Anyone causes it with a wrong proof, so that it is a doubt
 * - `smaller`: a tree smaller than one it had signed. A late request is harmless, so that it is a doubt too
 */
export type Suspicion = 'two-roots' | 'not-consistent' | 'smaller';

/** The decision about a checkpoint that the log signed. */
export type Judgement =
  | { kind: 'cosign' }
  | { kind: 'bad-request' | 'conflict' | 'unprocessable'; reason: string; suspicion?: Suspicion };

/**
 * Judges a checkpoint by the rules of C2SP tlog-witness ("add-checkpoint"), in their order.
 * @param known size and root of what was cosigned last, those of the empty tree for nothing
 */
export function judge(
  { oldSize, proof }: Pick<AddCheckpoint, 'oldSize' | 'proof'>,
  { size, root }: Pick<Checkpoint, 'size' | 'root'>,
  latest: { size: number; root: Uint8Array },
): Judgement {
  const suspicion = suspicionOf({ size, root }, latest);
  if (oldSize > size)
    return { kind: 'bad-request', reason: 'old size above that of the checkpoint', ...suspicion };
  if (oldSize !== latest.size)
    return { kind: 'conflict', reason: 'old size is not that of the last cosignature', ...suspicion };
  if (suspicion !== undefined)
    return { kind: 'unprocessable', reason: 'two roots of one size', ...suspicion };
  const consistent = verifyConsistency({
    oldSize,
    oldRoot: latest.root,
    newSize: size,
    newRoot: root,
    proof,
  });
  if (consistent) return { kind: 'cosign' };
  const reason = 'consistency proof does not verify';
  // From nothing, and to the same tree, only the request can be wrong.
  if (oldSize === 0 || oldSize === size) return { kind: 'unprocessable', reason };
  return { kind: 'unprocessable', reason, suspicion: 'not-consistent' };
}

function suspicionOf(
  { size, root }: { size: number; root: Uint8Array },
  latest: { size: number; root: Uint8Array },
): { suspicion: Suspicion } | undefined {
  if (size < latest.size) return { suspicion: 'smaller' };
  if (size === latest.size && !sameBytes(root, latest.root)) return { suspicion: 'two-roots' };
  return undefined;
}
