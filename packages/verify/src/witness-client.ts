import { type AddCheckpoint, SIZE_TYPE, formatAddCheckpoint } from './add-checkpoint.ts';
import { fromUtf8, parseDecimal } from './bytes.ts';
import { parseCheckpoint } from './checkpoint.ts';
import type { VerifySignature } from './ed25519.ts';
import type { VerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import { type VerifiedSignature, parseNote, parseSignature, verifyNote } from './note.ts';
import type { NoteSignature } from './cosignature.ts';

/** Where a witness is, and its key of type "cosignature". */
export type WitnessAddress = {
  /** Submission prefix, as `https://witness.example/house`. */
  url: string;
  key: VerifierKey;
};

/** How to call witnesses. */
export type WitnessCall = {
  /** After this timeout the answer is `unreachable`. */
  deadlineMs: number;
  /** Ends the call before. */
  signal?: AbortSignal;
  verify?: VerifySignature;
  fetch?: typeof globalThis.fetch;
};

/** The result of one call of a witness. */
export type WitnessAnswer =
  | { kind: 'cosigned'; cosignature: VerifiedSignature & { time: number } }
  /** The witness has cosigned a checkpoint of this size last. */
  | { kind: 'conflict'; size: number }
  /** `status` 403, 404 and 422 mean that it will never cosign this checkpoint. */
  | { kind: 'refused'; status: number; reason: string }
  /** No answer, or one that no witness gives; `reason` is for the log. */
  | { kind: 'unreachable'; reason: string };

/** Answers are a few lines; more come from something else than a witness. */
const ANSWER_MAX_BYTES = 65_536;
/** How often a proof from another size is sent: more conflicts mean that another client submits too. */
const TRIES = 3;

/**
 * Asks a witness to cosign a checkpoint, once. Never throws: a witness that is down delays and breaks nothing.
 * @param witness address and key; a cosignature that the key does not verify is none
 */
export async function addCheckpoint(
  witness: WitnessAddress,
  request: AddCheckpoint,
  call: WitnessCall,
): Promise<WitnessAnswer> {
  const deadline = AbortSignal.timeout(call.deadlineMs);
  const signal = call.signal === undefined ? deadline : AbortSignal.any([deadline, call.signal]);
  const fetch = call.fetch ?? globalThis.fetch;
  try {
    const response = await fetch(`${witness.url.replace(/\/+$/, '')}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: formatAddCheckpoint(request),
      redirect: 'error',
      signal,
    });
    const text = await readText(response);
    if (response.status === 200) return readCosignatures(text, request.checkpoint, witness.key, call.verify);
    if (response.status === 409 && response.headers.get('content-type') === SIZE_TYPE) {
      return { kind: 'conflict', size: parseDecimal(text.replace(/\n$/, '')) };
    }
    if (response.status >= 500 || response.status === 429) {
      return { kind: 'unreachable', reason: `status ${response.status}` };
    }
    return { kind: 'refused', status: response.status, reason: text.slice(0, 200).trim() };
  } catch (error) {
    return { kind: 'unreachable', reason: error instanceof Error ? reasonOf(error) : String(error) };
  }
}

/** `fetch failed` alone would not say why; its cause does. */
function reasonOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

async function readText(response: Response): Promise<string> {
  const chunks: number[] = [];
  if (response.body === null) return '';
  for await (const chunk of response.body) {
    if (chunks.length + chunk.length > ANSWER_MAX_BYTES) throw new Malformed('answer too long');
    for (const byte of chunk) chunks.push(byte);
  }
  return fromUtf8(Uint8Array.from(chunks));
}

function readCosignatures(
  text: string,
  checkpoint: string,
  key: VerifierKey,
  verify: VerifySignature | undefined,
): WitnessAnswer {
  if (!text.endsWith('\n')) throw new Malformed('answer without newline at its end');
  const signatures: NoteSignature[] = text.slice(0, -1).split('\n').map(parseSignature);
  const verdict = verifyNote({ text: parseNote(checkpoint).text, signatures }, [key], verify);
  if (!verdict.ok) return { kind: 'unreachable', reason: `cosignature: ${verdict.reason}` };
  const [{ time, ...signed }] = verdict.verified;
  if (time === undefined) return { kind: 'unreachable', reason: 'cosignature without time' };
  return { kind: 'cosigned', cosignature: { ...signed, time } };
}

/** The result of asking a witness, with the size it has seen. */
export type WitnessOutcome =
  | { kind: 'cosigned'; cosignature: VerifiedSignature & { time: number } }
  /** The witness has seen a larger log than this one: the log was set back, or another process is ahead. */
  | { kind: 'ahead'; size: number }
  | { kind: 'refused'; status: number; reason: string }
  | { kind: 'unreachable'; reason: string };

/**
 * Asks a witness to cosign a checkpoint, from the size it saw last.
 * @param ask.checkpoint the signed note
 * @param ask.oldSize size that the witness is known to have cosigned last; 0 finds it out
 * @param ask.prove makes the consistency proof from a size to that of the checkpoint; not called for 0 and the same size
 * @throws Malformed for a checkpoint that is none · what `prove` throws
 */
export async function askWitness(
  witness: WitnessAddress,
  ask: { checkpoint: string; oldSize: number; prove: (oldSize: number) => Promise<readonly Uint8Array[]> },
  call: WitnessCall,
): Promise<WitnessOutcome> {
  const { size } = parseCheckpoint(parseNote(ask.checkpoint).text);
  const endsAt = performance.now() + call.deadlineMs;
  let { oldSize } = ask;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (oldSize > size) return { kind: 'ahead', size: oldSize };
    const proof = oldSize === 0 || oldSize === size ? [] : await ask.prove(oldSize);
    const deadlineMs = Math.floor(endsAt - performance.now());
    if (deadlineMs <= 0) return { kind: 'unreachable', reason: `no answer in ${call.deadlineMs} ms` };
    const answer = await addCheckpoint(
      witness,
      { oldSize, proof, checkpoint: ask.checkpoint },
      { ...call, deadlineMs },
    );
    if (answer.kind !== 'conflict') return answer;
    oldSize = answer.size;
  }
  return { kind: 'unreachable', reason: 'the witness has another size at each try' };
}
