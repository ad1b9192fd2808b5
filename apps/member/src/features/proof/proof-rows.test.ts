import { checkpointOf, signedAtMs, testProof } from '@touchline/verify/testing/test-proof';
import { expect, test } from 'vitest';
import { entryShown } from './entry-shown.ts';
import type { KeptProof } from './kept-proofs.ts';
import { proofFileOf, missingRow, proofRows } from './proof-rows.ts';

const whole = testProof();
const receipt = { body: whole.body, nonce: whole.nonce, proof: whole.receipt };
const bet = { kind: 'bet', id: 'bet-1' };
const now = signedAtMs + 1_000;
const shown: KeptProof['shown'] = {
  type: 'single',
  lines: 1,
  stake: '1000',
  unit: '1000',
  potential: '1850',
  legs: [],
};
const fileOf = (kept?: KeptProof) => {
  const file = proofFileOf(whole.vkey, { kept, receipt });
  if (file === undefined) throw new Error('no file');
  return file;
};
const texts = (...args: Parameters<typeof proofRows>) => proofRows(...args).map(({ text }) => text);

test('a receipt of the server is signed, and on its way', () => {
  expect(texts(fileOf(), bet, { nowMs: now })).toEqual(['signed', 'promised', 'no-terms']);
  expect(texts(fileOf(), bet, { nowMs: now + 100_000 })).toEqual(['signed', 'no-entry', 'no-terms']);
});

test('a receipt that was signed again does not begin the minute again', () => {
  const promisedMs = signedAtMs - 120_000;
  expect(texts(fileOf(), bet, { nowMs: now, promisedMs })).toEqual(['signed', 'no-entry', 'no-terms']);
  expect(proofRows(fileOf(), bet, { nowMs: now, promisedMs, isLogAsked: true })[1]).toEqual({
    text: 'not-logged',
    state: 'failed',
    hint: 'log',
  });
});

test('what this device kept is compared', () => {
  const { text, state, hint } =
    proofRows(fileOf({ id: 'bet-1', receipt, shown }), bet, { nowMs: now }).at(-1) ?? {};
  expect([text, state, hint]).toEqual(['other-terms', 'failed', 'terms']);
});

test('an entry of the log has a number', () => {
  expect(proofRows(whole, bet, { nowMs: now })).toContainEqual({ text: 'logged', state: 'ok', number: 3 });
  const other = whole.entry.replace(/— [^]*$/, checkpointOf(9).slice(-80));
  expect(texts({ ...whole, entry: other }, bet, { nowMs: now })).toContain('not-logged');
});

test('a key that this device does not trust is red', () => {
  const vkey = whole.vkey.replace(/\+.*/, '+f55c0f3c+AQ==');
  expect(proofRows({ ...whole, vkey }, bet, { nowMs: now, vkey: whole.vkey })[0]).toEqual({
    text: 'key-changed',
    state: 'failed',
    hint: 'signature',
  });
});

test('a receipt of another bet, or a broken one, is not this one', () => {
  expect(texts(fileOf(), { ...bet, id: 'bet-2' }, { nowMs: now })).toEqual(['not-signed']);
  expect(texts(fileOf(), { ...bet, kind: 'limit' }, { nowMs: now })).toEqual(['not-signed']);
  expect(texts({ ...fileOf(), body: '{' }, bet, { nowMs: now })).toEqual(['not-signed']);
});

test('there is nothing to check without a receipt or a key', () => {
  expect(proofFileOf(whole.vkey, { receipt: null })).toBeUndefined();
  expect(proofFileOf('', { receipt })).toBeUndefined();
});

test('what the log lacks is awaited for a minute', () => {
  expect(missingRow(now, now + 60_000)).toMatchObject({ text: 'promised', state: 'unknown' });
  expect(missingRow(now, now + 60_001)).toMatchObject({ text: 'not-logged', state: 'failed' });
});

test('an entry on the screen is in the units of its body', () => {
  const entry = {
    id: '7',
    kind: 'withdrawal' as const,
    amount: '-20.50',
    held: '20.50',
    balanceAfter: '979.50',
    heldAfter: '20.50',
    at: '2026-06-11T19:00:00.000Z',
  };
  expect(entryShown(entry, 2)).toEqual({
    type: 'withdrawal',
    amount: '-2050',
    heldChange: '2050',
    available: '97950',
    held: '2050',
  });
});
