import type { LogProof } from '@touchline/contract/shapes/log-proof';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { base64 } from '@touchline/verify/bytes';
import { parseCanonicalObject, type JsonObject } from '@touchline/verify/canonical-json';
import { textIn } from '@touchline/verify/json-fields';
import type { Knowledge, ProofFile } from '@touchline/verify/proof-file';
import { call } from '../../lib/call.ts';
import { configStore } from '../../lib/config.ts';
import { alarmStore } from './alarm-store.ts';
import { userStore } from '../../lib/user.ts';
import { factOf, type FactName, type ProvenKind } from './fact-name.ts';
import { keepLook, keptProof } from './kept-proofs.ts';
import { askLog, keepCheckpoint, keyChanges, knownOfLog, type LogLook } from './log-look.ts';
import { proofFileOf, relatedOf, missingRow, proofRows, type ProofRow } from './proof-rows.ts';
import { trustedKey } from './trusted-key.ts';

/** What is checked. */
export type ProofSubject =
  | {
      kind: Exclude<ProvenKind, 'liabilities'>;
      id: string;
      /** When it happened; unknown where the receipt says it. */
      at?: string;
      /** The receipt that the server gives again. */
      receipt?: Receipt | null;
      /** What is on the screen now, in the units of the body. */
      shown?: JsonObject;
    }
  /** The balance of the member who is signed in. */
  | { kind: 'balance' };

/** What was found; `file` is undefined where there is nothing to save. */
export type FoundProof = { file: ProofFile | undefined; rows: readonly ProofRow[] };

/** The file with what this device saw before, so that a log which was rewritten is evidence. */
const withSeen = (file: ProofFile, known: Knowledge['known']): ProofFile =>
  known === undefined
    ? file
    : {
        ...file,
        seen: known.checkpoint,
        ...(known.proof === undefined ? {} : { growth: known.proof.map(base64) }),
      };

const isGood = (rows: readonly ProofRow[]): boolean => rows.every(({ state }) => state !== 'failed');

/** Checks a file against what this device knows, and keeps the checkpoint where all is well. */
const checkFile = async (
  file: ProofFile,
  of: FactName,
  asked: { look: LogLook | undefined; own: LogProof | undefined; promisedMs?: number | undefined },
): Promise<FoundProof> => {
  const { look, own, promisedMs } = asked;
  const vkey = await trustedKey(file.vkey);
  // The log may have gone over to another key, by entries that lead there from the one that this device trusts.
  const keys = vkey === file.vkey ? [] : await keyChanges();
  if (keys === undefined) return { file, rows: [] };
  const whole = keys.length === 0 ? file : { ...file, keys };
  const known = own && (await knownOfLog(own).catch(() => undefined));
  const rows = proofRows(whole, of, {
    vkey,
    nowMs: Date.now(),
    promisedMs,
    isLogAsked: look !== undefined,
    witnesses: look?.witnesses ?? [],
    ...(known === undefined ? {} : { known }),
  });
  const hasGrown = rows.some(({ text }) => text === 'grown' || text === 'first-look');
  if (own !== undefined && hasGrown) await keepCheckpoint(own).catch(() => undefined);
  return { file: withSeen(whole, known), rows };
};

/** Checks something of the member who is signed in on this device. Without the network, by what the device has kept. */
export const findProof = async (subject: ProofSubject): Promise<FoundProof> => {
  const found = subject.kind === 'balance' ? await findBalance() : await findFact(subject);
  const alarm = alarmStore.read();
  const isOfAlarm =
    alarm !== undefined &&
    subject.kind !== 'balance' &&
    alarm.kind === subject.kind &&
    alarm.id === subject.id;
  // A fault that is gone needs no notice any more.
  if (isOfAlarm && found.rows.length > 0 && isGood(found.rows)) alarmStore.write(undefined);
  return found;
};

const findFact = async (subject: Exclude<ProofSubject, { kind: 'balance' }>): Promise<FoundProof> => {
  const { kind, id, at, receipt, shown } = subject;
  const of = { kind, id };
  // Where the browser keeps nothing, the server's receipt is left.
  const kept = await keptProof(of).catch(() => undefined);
  const asked = await askLog(of).catch(() => undefined);
  const look = asked ?? kept?.log;
  const vkey = configStore.read().site?.receiptKey ?? '';
  const file = proofFileOf(vkey, { kept, receipt, look, shown });
  const atMs = at === undefined ? undefined : Date.parse(at);
  if (file === undefined) {
    const isMissing = asked !== undefined && atMs !== undefined;
    return { file, rows: isMissing ? [missingRow(atMs, Date.now())] : [] };
  }
  const found = await checkFile(file, of, { look: asked, own: look?.own, promisedMs: atMs });
  if (asked?.own !== undefined && isGood(found.rows)) await keepLook(of, asked).catch(() => undefined);
  return found;
};

/** The proof that the balance is in what the house owes. */
const findBalance = async (): Promise<FoundProof> => {
  const member = userStore.read()?.id;
  const vkey = configStore.read().site?.receiptKey ?? '';
  const answer = await call('liabilityProof', {}, { mask: false, quiet: true }).catch(() => undefined);
  if (answer === undefined || member === undefined || vkey === '') return { file: undefined, rows: [] };
  const { found } = answer;
  if (found === undefined) return { file: undefined, rows: [{ text: 'unpublished', state: 'unknown' }] };
  const { entry: body, version, proof } = found;
  const fact = parseCanonicalObject(body);
  const of = factOf(fact) ?? { kind: 'liabilities', id: '' };
  const [look, wallet] = await Promise.all([
    askLog({ kind: 'liabilities', id: of.id }).catch(() => undefined),
    version === 0 ? undefined : askLog({ kind: 'entry', id: `${member}:${version}` }).catch(() => undefined),
  ]);
  const own = look?.own;
  if (look !== undefined && own === undefined)
    return { file: undefined, rows: [missingRow(Date.parse(textIn(fact, 'time')), Date.now())] };
  const file: ProofFile = {
    v: 2,
    vkey,
    body,
    ...(own === undefined ? {} : { entry: own.proof }),
    ...(wallet?.own === undefined ? {} : { related: [relatedOf(wallet.own)] }),
    owed: { member, proof },
  };
  return checkFile(file, of, { look, own });
};
