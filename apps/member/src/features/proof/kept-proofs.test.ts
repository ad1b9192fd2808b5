import { expect, test } from 'vitest';
import { withProof, type KeptProof } from './kept-proofs.ts';

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
