import { parseCanonicalObject, type JsonObject } from '@touchline/verify/canonical-json';
import { parseVerifierKey } from '@touchline/verify/keys';
import { Malformed } from '@touchline/verify/malformed';
import {
  checkProof,
  type Knowledge,
  type ProofFile,
  type Step,
  type StepState,
} from '@touchline/verify/proof-file';
import { RECEIPT_PROMISE_MS } from '@touchline/verify/receipts';
import type { LogProof } from '@touchline/contract/shapes/log-proof';
import type { Receipt } from '@touchline/contract/shapes/receipt';
import type { RelatedProof } from '@touchline/verify/related';
import { factOf, type FactName } from './fact-name.ts';
import type { KeptProof } from './kept-proofs.ts';
import type { LogLook } from './log-look.ts';

/** Steps that are shown under their own name, with what they have no values for. */
const plain = [
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
  'not-result',
  'not-settled',
  'payout',
  'other-payout',
  'not-computed',
  'not-booked',
  'not-owed',
  'other-wallet',
  'linked-key',
] as const;

/** What a failed step means, and what to do. */
type Hint = 'signature' | 'log' | 'forked' | 'terms' | 'money';

/** What the sheet says of a step. `number` of the entry in the log, from 0. Amounts are in minor units. */
export type ProofRow = { state: StepState; hint?: Hint } & (
  | { text: (typeof plain)[number] | 'key-changed' | 'unpublished' }
  | { text: 'logged' | 'settled' | 'same-wallet'; number: number }
  | { text: 'result'; score: string; number: number; by: readonly string[] }
  | { text: 'witnessed'; names: readonly string[] }
  | { text: 'booked'; amount: string; number: number }
  | { text: 'owed'; amount: string; total: string }
);

const hints: Readonly<Record<string, Hint>> = {
  'key-changed': 'signature',
  'not-signed': 'signature',
  'bad-checkpoint': 'forked',
  forked: 'forked',
  'not-logged': 'log',
  'not-result': 'log',
  'not-settled': 'log',
  'other-terms': 'terms',
  'other-payout': 'money',
  'not-booked': 'money',
  'not-owed': 'money',
  'other-wallet': 'money',
};

/** A row, with what its failure means. */
const withHint = (row: ProofRow): ProofRow => {
  const hint = row.state === 'failed' ? hints[row.text] : undefined;
  return hint === undefined ? row : { ...row, hint };
};

/** What is known besides the file. */
export type ProofContext = {
  nowMs: number;
  /** The key that this device trusts; that of the file unless given. */
  vkey?: string;
  /** When the house promised it first: it signs again whenever it is asked. */
  promisedMs?: number | undefined;
  /** The log was asked just now. */
  isLogAsked?: boolean;
  known?: Knowledge['known'];
  /** Verifier keys of the house's witnesses. */
  witnesses?: readonly string[];
};

/**
 * The steps that a member sees, in order.
 * @param of what the proof must be of: a good one of something else says nothing
 */
export const proofRows = (file: ProofFile, of: FactName, asked: ProofContext): ProofRow[] => {
  const notSigned: ProofRow = withHint({ text: 'not-signed', state: 'failed' });
  try {
    const name = factOf(parseCanonicalObject(file.body));
    if (name?.id !== of.id || name.kind !== of.kind) return [notSigned];
    const { nowMs, promisedMs, vkey = file.vkey, isLogAsked = false, known, witnesses = [] } = asked;
    const steps = checkProof(file, {
      vkey,
      nowMs,
      isLogAsked,
      witnesses: witnesses.map(parseVerifierKey),
      ...(known === undefined ? {} : { known }),
    });
    const isLogged = steps.some(({ code }) => code === 'logged');
    const isPromiseOver = promisedMs !== undefined && nowMs > promisedMs + RECEIPT_PROMISE_MS;
    return steps
      .filter(({ step }) => isLogged || (step !== 'grown' && step !== 'witnessed'))
      .filter(({ code }) => of.kind === 'bet' || code !== 'no-terms')
      .flatMap(rowOf)
      .map((row): ProofRow => (row.text === 'promised' && isPromiseOver ? late(isLogAsked) : row))
      .map(withHint);
  } catch (error) {
    if (error instanceof Malformed) return [notSigned];
    throw error;
  }
};

/** Something that is not in the log after its minute. */
const late = (isLogAsked: boolean): ProofRow =>
  isLogAsked ? { text: 'not-logged', state: 'failed' } : { text: 'no-entry', state: 'unknown' };

/** What the log does not have, although it was asked. @param atMs when it happened */
export const missingRow = (atMs: number, nowMs: number): ProofRow =>
  nowMs > atMs + RECEIPT_PROMISE_MS
    ? withHint({ text: 'not-logged', state: 'failed' })
    : { text: 'promised', state: 'unknown' };

const rowOf = (step: Step): ProofRow[] => {
  const { code, state } = step;
  if (code === 'other-key') return [{ text: 'key-changed', state }];
  if (code === 'logged' || code === 'settled') return [{ text: code, state, number: step.facts.index }];
  if (code === 'same-wallet') return [{ text: code, state, number: step.facts.version }];
  if (code === 'witnessed') return [{ text: code, state, names: step.facts.by }];
  if (code === 'overdue') return [{ text: 'not-logged', state }];
  if (code === 'result') {
    const { score, index, by } = step.facts;
    return [{ text: code, state, score, number: index, by }];
  }
  if (code === 'booked')
    return [{ text: code, state, amount: step.facts.amount, number: step.facts.version }];
  if (code === 'owed') return [{ text: code, state, amount: step.facts.available, total: step.facts.total }];
  const text = plain.find((name) => name === code);
  return text === undefined ? [] : [{ text, state }];
};

/** The proof of something that belongs to another, as a file has it. */
export const relatedOf = ({ body, nonce, proof }: LogProof): RelatedProof => ({
  body,
  ...(nonce === undefined ? {} : { nonce }),
  entry: proof,
});

/**
 * The proof file of something: the receipt that this device kept, else the server's, and its entry in the log.
 * @returns undefined where there is neither receipt nor entry, or no key
 */
export const proofFileOf = (
  vkey: string,
  from: {
    kept?: KeptProof | undefined;
    receipt?: Receipt | null | undefined;
    look?: LogLook | undefined;
    shown?: JsonObject | undefined;
  },
): ProofFile | undefined => {
  const { kept, look } = from;
  const found = kept?.receipt ?? from.receipt ?? undefined;
  const own = look?.own;
  if (vkey === '') return undefined;
  const shown = kept?.shown ?? from.shown;
  const beside = {
    ...(own === undefined ? {} : { entry: own.proof }),
    ...(shown === undefined ? {} : { shown: { ...shown } }),
    ...(look === undefined || look.related.length === 0 ? {} : { related: look.related.map(relatedOf) }),
  };
  if (found !== undefined) {
    const { body, nonce, proof } = found;
    return { v: 2, vkey, body, nonce, receipt: proof, ...beside };
  }
  return own && { v: 2, vkey, ...relatedOf(own), ...beside };
};
