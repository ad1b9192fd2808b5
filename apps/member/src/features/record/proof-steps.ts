import type { Bet } from '@touchline/contract/shapes/bet';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import { parseCanonicalObject } from '@touchline/verify/canonical-json';
import { Malformed } from '@touchline/verify/malformed';
import { checkProof, type ProofFile, type Step, type StepState } from '@touchline/verify/proof-file';
import { RECEIPT_PROMISE_MS } from '@touchline/verify/receipts';
import type { KeptProof } from '../proof/kept-proofs.ts';

/**
 * The proof file of a bet: the receipt that this device kept at the tap, else the server's.
 * @returns undefined where there is neither
 */
export const proofFileOf = (
  vkey: string,
  { kept, receipt }: { kept: KeptProof | undefined; receipt: Receipt | null },
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
    ...(kept === undefined ? {} : { shown: kept.shown }),
  };
};

/** Steps that are shown under their own name. The key is the site's own, and the log is not followed on this device. */
const shown = [
  'signed',
  'not-signed',
  'promised',
  'no-entry',
  'logged',
  'not-logged',
  'same-terms',
  'other-terms',
  'no-terms',
] as const;

/** What the sheet says of a step. */
export type ProofRow = {
  text: (typeof shown)[number];
  state: StepState;
  /** Number of the entry in the log, from 0. */
  number?: number;
};

/** The steps that a member sees, in order. */
export const proofRows = (file: ProofFile, bet: Pick<Bet, 'id' | 'placedAt'>, nowMs: number): ProofRow[] => {
  const notSigned: ProofRow = { text: 'not-signed', state: 'failed' };
  try {
    // A good receipt of another bet says nothing about this one.
    if (idIn(file.body) !== bet.id) return [notSigned];
    // The server signs again whenever it is asked, but the minute counts from when the bet was placed.
    const isPromiseOver = nowMs > Date.parse(bet.placedAt) + RECEIPT_PROMISE_MS;
    return checkProof(file, { vkey: file.vkey, nowMs })
      .flatMap(rowOf)
      .map((row) => (row.text === 'promised' && isPromiseOver ? { ...row, text: 'no-entry' } : row));
  } catch (error) {
    if (error instanceof Malformed) return [notSigned];
    throw error;
  }
};

const idIn = (body: string): unknown => parseCanonicalObject(body)['id'];

const rowOf = ({ code, state, facts }: Step): ProofRow[] => {
  if (code === 'logged') return [{ text: code, state, number: facts.index }];
  if (code === 'overdue') return [{ text: 'not-logged', state }];
  const text = shown.find((name) => name === code);
  return text === undefined ? [] : [{ text, state }];
};
