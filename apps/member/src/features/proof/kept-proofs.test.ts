import { canonicalJson } from '@touchline/verify/canonical-json';
import { parseProofFiles } from '@touchline/verify/proof-file';
import { testProof } from '@touchline/verify/testing/test-proof';
import { expect, test } from 'vitest';
import { keptFile } from './kept-file.ts';
import { withProof, withReceipts, type KeptProof, seenOf } from './kept-proofs.ts';

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

const leg = (event: string) => ({ event, market: '1x2', selection: 'home', odds: '1.85' });
const bet = {
  type: 'accumulator' as const,
  lines: 1,
  unit: '10.00',
  stake: '10.00',
  potential: '34.22',
  legs: [leg('a'), { ...leg('b'), since: { home: 1, away: 0 } }],
};

test('terms are in the units of the signed body', () => {
  expect(seenOf(bet, { scale: 2 })).toEqual({
    type: 'accumulator',
    lines: 1,
    stake: '1000',
    unit: '1000',
    potential: '3422',
    legs: [
      { event: 'a', market: '1x2', selection: 'home', odds: 1850, since: '' },
      { event: 'b', market: '1x2', selection: 'home', odds: 1850, since: '1-0' },
    ],
  });
});

test('odds that the member agreed to count more than those of the answer', () => {
  const odds = new Map([['b', '1.95']]);
  expect(seenOf(bet, { scale: 2, odds }).legs.map((one) => one.odds)).toEqual([1850, 1950]);
});

test('a builder has its selections, in the order of the answer', () => {
  const parts = [
    { market: '1x2', selection: '1', odds: '1.85' },
    { market: 'asian_handicap', selection: 'away', line: '0.5', since: { home: 1, away: 0 }, odds: '1.90' },
  ];
  const builder = { event: 'a', market: 'builder', selection: 'all', odds: '4.50', parts };
  expect(seenOf({ ...bet, legs: [builder] }, { scale: 2 }).legs).toEqual([
    {
      event: 'a',
      market: 'builder',
      selection: 'all',
      odds: 4500,
      since: '',
      parts: [
        { market: '1x2', selection: '1', line: '', since: '' },
        { market: 'asian_handicap', selection: 'away', line: '0.5', since: '1-0' },
      ],
    },
  ]);
});
