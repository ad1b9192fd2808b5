import { base64, parseDecimal } from './bytes.ts';
import { Malformed } from './malformed.ts';
import { parseHash } from './tlog-proof.ts';

/** What a log asks of a witness (C2SP tlog-witness, "add-checkpoint"). */
export type AddCheckpoint = {
  /** Size of the checkpoint which the witness cosigned last, 0 for none. */
  oldSize: number;
  /** Consistency proof from the old size, empty when that is 0 or the same. */
  proof: readonly Uint8Array[];
  /** The signed note of the new checkpoint. */
  checkpoint: string;
};

/** How many hashes a request may have. */
const PROOF_MAX = 63;

/** Type of the answer that says which size a witness has seen. */
export const SIZE_TYPE = 'text/x.tlog.size';

/** The body of a request. */
export function formatAddCheckpoint({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  return `old ${oldSize}\n${proof.map((hash) => `${base64(hash)}\n`).join('')}\n${checkpoint}`;
}

/** Reads the body of a request. The checkpoint is not read yet. @throws Malformed */
export function parseAddCheckpoint(body: string): AddCheckpoint {
  const split = body.indexOf('\n\n');
  if (split < 0) throw new Malformed('request without checkpoint');
  const [old = '', ...lines] = body.slice(0, split).split('\n');
  if (!old.startsWith('old ')) throw new Malformed('request without old size');
  if (lines.length > PROOF_MAX) throw new Malformed(`request with more than ${PROOF_MAX} hashes`);
  return {
    oldSize: parseDecimal(old.slice('old '.length)),
    proof: lines.map(parseHash),
    checkpoint: body.slice(split + 2),
  };
}
