import type { Bet } from '@touchline/contract/shapes/bet';
import type { LogProof } from '@touchline/contract/shapes/log-proof';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { parseCanonicalObject, type JsonObject } from '@touchline/verify/canonical-json';
import { openCommitment, parseFact, publicEntry } from '@touchline/verify/entries';
import { parseVerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';
import { leafHash } from '@touchline/verify/merkle';
import {
  checkProof,
  type Knowledge,
  type ProofFile,
  type Step,
  type StepState,
} from '@touchline/verify/proof-file';
import { RECEIPT_PROMISE_MS } from '@touchline/verify/receipts';
import { verifyTlogProof } from '@touchline/verify/tlog-proof';
import type { KeptProof } from '../proof/kept-proofs.ts';
import { knownScore, recomputePayout, resultsInForce } from '../proof/recompute.ts';

/**
 * The proof file of a bet: the receipt that this device kept at the tap, else the server's, and its entry in the log.
 * @returns undefined where there is no receipt
 */
export const proofFileOf = (
  vkey: string,
  {
    kept,
    receipt,
    own,
  }: { kept: KeptProof | undefined; receipt: Receipt | null; own?: LogProof | undefined },
): ProofFile | undefined => {
  const found = kept?.receipt ?? receipt;
  if (vkey === '' || found === null) return undefined;
  const { body, nonce, proof } = found;
  return {
    v: 1,
    vkey,
    body,
    nonce,
    receipt: proof,
    ...(own === undefined ? {} : { entry: own.proof }),
    ...(kept === undefined ? {} : { shown: kept.shown }),
  };
};

/** Steps that are shown under their own name. The key is the site's own. */
const shown = [
  'signed',
  'not-signed',
  'promised',
  'no-entry',
  'not-logged',
  'grown',
  'first-look',
  'not-compared',
  'forked',
  'bad-checkpoint',
  'no-witness',
  'same-terms',
  'other-terms',
  'no-terms',
] as const;

/** Steps of what belongs to the bet: its results and its settlement. */
type OwnText = 'not-result' | 'not-settled' | 'payout' | 'other-payout';

/** What the sheet says of a step. */
export type ProofRow = { state: StepState } & (
  | { text: (typeof shown)[number] | OwnText }
  /** `number` of the entry in the log, from 0. */
  | { text: 'logged' | 'settled'; number: number }
  | { text: 'result'; score: string; number: number }
  | { text: 'witnessed'; names: readonly string[] }
);

/** What is known besides the file. */
export type Asked = {
  nowMs: number;
  /** The log was asked just now. */
  isLogAsked?: boolean;
  known?: Knowledge['known'];
  related?: readonly LogProof[];
  /** Verifier keys of the house's witnesses. */
  witnesses?: readonly string[];
};

/** The steps that a member sees, in order. */
export const proofRows = (file: ProofFile, bet: Pick<Bet, 'id' | 'placedAt'>, asked: Asked): ProofRow[] => {
  const notSigned: ProofRow = { text: 'not-signed', state: 'failed' };
  try {
    // A good receipt of another bet says nothing about this one.
    const body = parseCanonicalObject(file.body);
    if (body['id'] !== bet.id) return [notSigned];
    const { nowMs, isLogAsked = false, known, related = [], witnesses = [] } = asked;
    // The server signs again whenever it is asked, but the minute counts from when the bet was placed.
    const isPromiseOver = nowMs > Date.parse(bet.placedAt) + RECEIPT_PROMISE_MS;
    const steps = checkProof(file, {
      vkey: file.vkey,
      nowMs,
      isLogAsked,
      witnesses: witnesses.map(parseVerifierKey),
      ...(known === undefined ? {} : { known }),
    });
    const isLogged = steps.some(({ code }) => code === 'logged');
    return [
      ...steps
        .filter(({ step }) => isLogged || (step !== 'grown' && step !== 'witnessed'))
        .flatMap(rowOf)
        .map((row): ProofRow => (row.text === 'promised' && isPromiseOver ? late(isLogAsked) : row)),
      ...relatedRows(file.vkey, body, related),
    ];
  } catch (error) {
    if (error instanceof Malformed) return [notSigned];
    throw error;
  }
};

/** A bet that is not in the log after its minute. */
const late = (isLogAsked: boolean): ProofRow =>
  isLogAsked ? { text: 'not-logged', state: 'failed' } : { text: 'no-entry', state: 'unknown' };

const rowOf = (step: Step): ProofRow[] => {
  const { code, state } = step;
  if (code === 'logged') return [{ text: code, state, number: step.facts.index }];
  if (code === 'witnessed') return [{ text: code, state, names: step.facts.by }];
  if (code === 'overdue') return [{ text: 'not-logged', state }];
  const text = shown.find((name) => name === code);
  return text === undefined ? [] : [{ text, state }];
};

type Opened = { kind: string; body: JsonObject; number: number | undefined };

/** Verifies what belongs to the bet, and computes its payout again. */
const relatedRows = (vkey: string, bet: JsonObject, related: readonly LogProof[]): ProofRow[] => {
  const opened = related.map((one) => openProof(vkey, one));
  const of = (kind: string): Opened[] => opened.filter((one) => one.kind === kind);
  const bodiesOf = (kind: string): JsonObject[] => of(kind).map(({ body }) => body);
  const settlement = of('settlement').at(-1);
  if (settlement === undefined) return [];
  const results = resultsInForce(bodiesOf('result'), bodiesOf('ruling'));
  const rows: ProofRow[] = [];
  for (const result of results.values()) {
    const { event } = result;
    const score = knownScore(result);
    if (score === undefined) continue;
    const proofs = [...of('result'), ...of('ruling')].filter(({ body }) => body['event'] === event);
    const number = of('result').findLast(({ body }) => body['event'] === event)?.number;
    rows.push(
      number === undefined || proofs.some((proof) => proof.number === undefined)
        ? { text: 'not-result', state: 'failed' }
        : { text: 'result', state: 'ok', score, number },
    );
  }
  const isOfBet = settlement.body['bet'] === bet['id'];
  if (settlement.number === undefined || !isOfBet) return [...rows, { text: 'not-settled', state: 'failed' }];
  rows.push({ text: 'settled', state: 'ok', number: settlement.number });
  const paid = settlement.body['payout'];
  const due = recomputePayout(bet, results);
  if (due === undefined || typeof paid !== 'string') return rows;
  return [
    ...rows,
    due.toString() === paid ? { text: 'payout', state: 'ok' } : { text: 'other-payout', state: 'failed' },
  ];
};

/** Opens an entry. Its number is undefined when the proof does not lead to what the log signed. */
const openProof = (vkey: string, { kind, body, nonce, proof }: LogProof): Opened => {
  const { fact, entry } =
    nonce === undefined
      ? { fact: parseFact(body), entry: publicEntry(parseFact(body)) }
      : openCommitment({ body, nonce });
  const log = parseVerifierKey(vkey);
  const verdict = verifyTlogProof({ proof, leaf: leafHash(entry), log, witnesses: [] });
  const isNamed = fact['kind'] === kind;
  return { kind, body: fact, number: verdict.ok && isNamed ? verdict.index : undefined };
};
