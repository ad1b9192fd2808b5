import { type AddCheckpoint, parseAddCheckpoint } from '@touchline/verify/add-checkpoint';
import { fromUtf8 } from '@touchline/verify/bytes';
import { type Checkpoint, parseCheckpoint } from '@touchline/verify/checkpoint';
import { cosign } from '@touchline/verify/cosignature';
import type { VerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';
import { emptyRoot } from '@touchline/verify/merkle';
import { type Note, formatNote, formatSignature, parseNote, verifyNote } from '@touchline/verify/note';
import type { EvidenceFolder } from './evidence.ts';
import { type Judgement, judge } from './judge.ts';
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

/** Most requests that may wait for the disk; senders of more would not wait for the answer. */
const WAITING_MAX = 256;

/** A witness of logs: it cosigns checkpoints of those that have only grown. */
export class Witness {
  readonly #key: WitnessKey;
  readonly #logs: ReadonlyMap<string, readonly VerifierKey[]>;
  readonly #state: WitnessState;
  readonly #evidence: EvidenceFolder;
  readonly #now: () => number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @param of.now the time, in milliseconds since 1970 */
  constructor(of: {
    key: WitnessKey;
    logs: ReadonlyMap<string, readonly VerifierKey[]>;
    state: WitnessState;
    evidence: EvidenceFolder;
    now: () => number;
  }) {
    this.#key = of.key;
    this.#logs = of.logs;
    this.#state = of.state;
    this.#evidence = of.evidence;
    this.#now = of.now;
  }

  /** Answers a request (C2SP tlog-witness). @throws AnotherWriter, and errors of the disk; then nothing was cosigned */
  async addCheckpoint(body: Uint8Array): Promise<CosignAnswer> {
    const read = readRequest(body);
    if (read instanceof Malformed) return { outcome: 'malformed', text: `${read.message}\n` };
    const { origin } = read.checkpoint;
    const keys = this.#logs.get(origin);
    if (keys === undefined) return { outcome: 'unknown-log', text: 'unknown log\n' };
    const verdict = verifyNote(read.note, keys);
    if (!verdict.ok) return { outcome: 'not-signed', origin, text: `${verdict.reason}\n` };
    if (this.#waiting >= WAITING_MAX) return { outcome: 'busy', origin, text: 'too many requests\n' };
    const signatures = verdict.verified.map(({ signature }) => signature);
    return this.#inTurn(() => this.#judge(read, signatures));
  }

  /** Cosigns a checkpoint that the log has signed, or refuses it. */
  async #judge(
    { request, note, checkpoint }: CosignRequest,
    signed: Note['signatures'],
  ): Promise<CosignAnswer> {
    const { origin } = checkpoint;
    const latest = this.#state.latest(origin);
    const tree = treeOf(latest);
    const judgement = judge(request, checkpoint, tree);
    if (judgement.kind !== 'cosign') {
      if (judgement.suspicion !== undefined) {
        await this.#evidence.keep({
          suspicion: judgement.suspicion,
          origin,
          request,
          refused: { text: note.text, signatures: signed },
          latest,
          timeMs: this.#now(),
        });
      }
      return refusal(judgement, origin, tree.size);
    }
    // A clock that was set back must not say that a larger tree was seen earlier.
    const time = Math.max(Math.floor(this.#now() / 1000), latest?.time ?? 1);
    const { name, id } = this.#key.key;
    const cosignature = cosign(note.text, { name, id, time, sign: this.#key.sign });
    const signatures = [...signed, cosignature];
    // On the disk before the cosignature leaves: a killed process has either done neither, or remembers.
    const cosigned = { note: formatNote({ text: note.text, signatures }), time };
    await this.#state.remember(origin, cosigned);
    await this.#evidence.settle(origin, cosigned);
    return { outcome: 'cosigned', origin, text: formatSignature(cosignature) };
  }

  /** One request after another: between reading the state and writing it no other may cosign. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const turn = this.#last.then(work);
    // A failure is the caller's; the next request has its own turn.
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#waiting--;
    }
  }
}

type CosignRequest = { request: AddCheckpoint; note: Note; checkpoint: Checkpoint };

function readRequest(body: Uint8Array): CosignRequest | Malformed {
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
