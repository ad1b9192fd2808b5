import { parseAddCheckpoint } from '@touchline/verify/add-checkpoint';
import type { AddCheckpoint } from '@touchline/verify/add-checkpoint';
import { fromUtf8 } from '@touchline/verify/bytes';
import { parseCheckpoint } from '@touchline/verify/checkpoint';
import type { Checkpoint } from '@touchline/verify/checkpoint';
import { cosign } from '@touchline/verify/cosignature';
import type { VerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';
import { emptyRoot } from '@touchline/verify/merkle';
import { formatNote, formatSignature, parseNote, verifyNote } from '@touchline/verify/note';
import type { Note } from '@touchline/verify/note';
import type { EvidenceFolder } from './evidence.ts';
import { judge } from './judge.ts';
import type { Judgement } from './judge.ts';
import type { WitnessKey } from './key.ts';
import type { CosignedCheckpoint, WitnessState } from './state.ts';

/** How a request was answered. The names are those of the metrics. */
export type CosignOutcome =
  | 'cosigned'
  | 'malformed'
  | 'unknown-log'
  | 'not-signed'
  | 'bad-request'
  | 'conflict'
  | 'unprocessable'
  | 'busy';

/** What the witness answers. */
export type CosignAnswer = {
  outcome: CosignOutcome;
  /** The log that it is about, where that is a known one. */
  origin?: string;
  /** Signature lines, the size in a conflict, or why not. */
  text: string;
};

/** A witness of logs: it cosigns checkpoints of those that have only grown. */
export type Witness = {
  /** Answers a request (C2SP tlog-witness). @throws AnotherWriter, and errors of the disk; then nothing was cosigned */
  addCheckpoint: (body: Uint8Array) => Promise<CosignAnswer>;
};

/** Most requests that may wait for the disk; senders of more would not wait for the answer. */
const WAITING_MAX = 256;

/** Makes a witness. @param parts.now the time, in milliseconds since 1970 */
export function createWitness(parts: {
  key: WitnessKey;
  logs: ReadonlyMap<string, readonly VerifierKey[]>;
  state: WitnessState;
  evidence: EvidenceFolder;
  now: () => number;
}): Witness {
  const { key, logs, state, evidence, now } = parts;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** One request after another: between reading the state and writing it no other may cosign. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    waiting++;
    const turn = last.then(work);
    // A failure is the caller's; the next request has its own turn.
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting--;
    }
  };

  return {
    async addCheckpoint(body) {
      const read = readRequest(body);
      if (read instanceof Malformed) return { outcome: 'malformed', text: `${read.message}\n` };
      const { request, note, checkpoint } = read;
      const { origin } = checkpoint;
      const keys = logs.get(origin);
      if (keys === undefined) return { outcome: 'unknown-log', text: 'unknown log\n' };
      const verdict = verifyNote(note, keys);
      if (!verdict.ok) return { outcome: 'not-signed', origin, text: `${verdict.reason}\n` };
      if (waiting >= WAITING_MAX) return { outcome: 'busy', origin, text: 'too many requests\n' };

      const signed = verdict.verified.map(({ signature }) => signature);
      return inTurn(async (): Promise<CosignAnswer> => {
        const latest = state.latest(origin);
        const tree = treeOf(latest);
        const judgement = judge(request, checkpoint, tree);
        if (judgement.kind !== 'cosign') {
          if (judgement.suspicion !== undefined) {
            await evidence.keep({
              suspicion: judgement.suspicion,
              origin,
              request,
              refused: { text: note.text, signatures: signed },
              latest,
              timeMs: now(),
            });
          }
          return refusal(judgement, origin, tree.size);
        }
        // A clock that was set back must not say that a larger tree was seen earlier.
        const time = Math.max(Math.floor(now() / 1000), latest?.time ?? 1);
        const cosignature = cosign(note.text, { name: key.key.name, id: key.key.id, time, sign: key.sign });
        const signatures = [...signed, cosignature];
        // On the disk before the cosignature leaves: a killed process has either done neither, or remembers.
        const cosigned = { note: formatNote({ text: note.text, signatures }), time };
        await state.remember(origin, cosigned);
        await evidence.settle(origin, cosigned);
        return { outcome: 'cosigned', origin, text: formatSignature(cosignature) };
      });
    },
  };
}

function readRequest(
  body: Uint8Array,
): { request: AddCheckpoint; note: Note; checkpoint: Checkpoint } | Malformed {
  try {
    const request = parseAddCheckpoint(fromUtf8(body));
    const note = parseNote(request.checkpoint);
    return { request, note, checkpoint: parseCheckpoint(note.text) };
  } catch (error) {
    if (error instanceof Malformed) return error;
    throw error;
  }
}

/** Size and root of what was cosigned last, those of the empty tree for nothing. */
function treeOf(latest: CosignedCheckpoint | undefined): { size: number; root: Uint8Array } {
  return latest === undefined ? { size: 0, root: emptyRoot() } : parseCheckpoint(parseNote(latest.note).text);
}

function refusal(
  judgement: Exclude<Judgement, { kind: 'cosign' }>,
  origin: string,
  size: number,
): CosignAnswer {
  const text = judgement.kind === 'conflict' ? `${size}\n` : `${judgement.reason}\n`;
  return { outcome: judgement.kind, origin, text };
}
