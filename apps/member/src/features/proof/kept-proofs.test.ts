import { canonicalJson } from '@touchline/verify/canonical-json';
import { parseProofFiles } from '@touchline/verify/proof-file';
import { testProof } from '@touchline/verify/testing/test-proof';
import { expect, test } from 'vitest';
import { keptFile } from './kept-file.ts';
import { withProof, withReceipts, type KeptProof } from './kept-proofs.ts';

const proof = (id: string, body = ''): KeptProof => ({
  id,
  receipt: { body, nonce: '', proof: '' },
  shown: { type: 'single', lines: 1, stake: '', unit: '', potential: '', legs: [] },
});

test('the newest is first, and a bet is there once', () => {
  const kept = withProof(withProof([proof('a')], proof('b')), proof('a', 'again'));
  expect(kept.map(({ id, receipt }) => id + receipt.body)).toEqual(['aagain', 'b']);
});

test('the oldest go', () => {
  let kept: KeptProof[] = [];
  for (let at = 0; at < 510; at++) kept = withProof(kept, proof(String(at)));
  expect(kept.length).toBe(500);
  expect(kept.at(-1)?.id).toBe('10');
});

test('receipts of other answers are added once, and replace none that has what was on the screen', () => {
  const receiptOf = (kind: string, fields: object) => ({
    body: canonicalJson({ kind, v: 1, ...fields }),
    nonce: '',
    proof: '',
  });
  const bet = receiptOf('bet', { id: 'a' });
  const entry = receiptOf('entry', { member: 'm', version: '3' });
  const kept = withReceipts([proof('a')], [bet, entry, { ...entry, body: 'broken' }]);
  expect(kept.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['entry m:3', 'undefined a']);
  expect(withReceipts(kept, [entry])).toEqual(kept);
});

test('all receipts are one file, which the check reads', () => {
  const whole = testProof();
  const { body, nonce, receipt } = whole;
  const text = keptFile(whole.vkey, [{ ...proof('a'), receipt: { body, nonce, proof: receipt } }]);
  const [file] = parseProofFiles(text);
  expect(file).toMatchObject({ vkey: whole.vkey, body, receipt });
});
