import { expect, test } from 'vitest';
import { base64 } from './bytes.ts';
import {
  type ProofFile,
  checkProof,
  formatProofFile,
  formatProofFiles,
  parseProofFile,
  parseProofFiles,
} from './proof-file.ts';
import { Malformed } from './malformed.ts';
import { sentenceOf } from './step-sentences.ts';
import { createSumTree, ownerOf, sumLeaf } from './sums/sum-tree.ts';
import { testAccount, testLog, testMember } from './testing/test-account.ts';

const nowMs = Date.parse('2026-06-12T00:00:00.000Z');

/** The proof of the bet that won. */
function betFile(): ProofFile {
  const log = testLog(testAccount);
  const proofs = log.facts.map(log.proofOf);
  const { body = '', nonce = '', entry = '' } = proofs[6] ?? {};
  const related = [8, 3, 4, 1, 5].flatMap((at) => proofs[at] ?? []);
  return { v: 2, vkey: log.vkey, body, nonce, entry, related };
}

const codes = (file: ProofFile) =>
  checkProof(file, { vkey: file.vkey, nowMs })
    .filter(({ state }) => state !== 'unknown')
    .map(({ code }) => code);

test('a settled bet is followed from its result to the wallet', () => {
  const file = betFile();
  expect(parseProofFile(formatProofFile(file))).toEqual(file);
  const steps = checkProof(file, { vkey: file.vkey, nowMs });
  expect(steps.slice(6)).toEqual([
    {
      step: 'result',
      state: 'ok',
      code: 'result',
      facts: { event: 'e1', score: '2–1', index: 3, by: ['feed:a', 'feed:b'] },
    },
    { step: 'settled', state: 'ok', code: 'settled', facts: { index: 8 } },
    { step: 'payout', state: 'ok', code: 'payout', facts: { paid: '1850' } },
    { step: 'booked', state: 'ok', code: 'booked', facts: { amount: '1850', version: 4 } },
  ]);
  expect(steps.map(sentenceOf).at(6)).toBe(
    'Result 2–1, confirmed by feed:a and feed:b, in the log at number 3.',
  );
});

test('each tampered entry of a settled bet is found', () => {
  const file = betFile();
  const { related = [] } = file;
  const spoilt = (at: number, from: string, to: string): ProofFile => ({
    ...file,
    related: related.map((one, place) => (place === at ? { ...one, body: one.body.replace(from, to) } : one)),
  });
  expect(codes(spoilt(0, '"n":1', '"n":2'))).toContain('not-settled');
  expect(codes(spoilt(1, '2-1', '1-2'))).toContain('not-result');
  expect(codes(spoilt(2, 'feed:b', 'feed:c'))).toContain('not-result');
  // An entry that is not in the log has moved nothing.
  expect(codes(spoilt(4, '"1850"', '"1849"'))).toContain('not-booked');
});

test('a bet of which a part was sold is not computed again', () => {
  const sold = testAccount.map((body, at) => (at === 5 ? { ...body, type: 'cash_out' } : body));
  const log = testLog(sold);
  const proofs = log.facts.map(log.proofOf);
  const { body = '', nonce = '', entry = '' } = proofs[6] ?? {};
  const file: ProofFile = {
    v: 2,
    vkey: log.vkey,
    body,
    nonce,
    entry,
    related: [8, 3, 4, 1, 5].flatMap((at) => proofs[at] ?? []),
  };
  expect(checkProof(file, { nowMs }).map(({ code }) => code)).toContain('not-computed');
});

/** The proof of a balance, of 100,000 available and 1,000 in bets. */
function balanceFile(sums: readonly bigint[] = [100_000n, 0n, 1_850n]): ProofFile {
  const nonce = new Uint8Array(32).fill(1);
  const pieces = [{ index: 0, nonce, sums: [...sums] }];
  const tree = createSumTree([
    sumLeaf({ nonce, owner: ownerOf(testMember), sums: [...sums] }),
    { hash: new Uint8Array(32).fill(2), sums: [0n, 0n, 0n] },
  ]);
  const [available, held, openBets] = tree.root.sums.map(String);
  const totals = [
    { currency: 'PLAY', available: available ?? '', held: held ?? '', openBets: openBets ?? '' },
  ];
  const liabilities = { kind: 'liabilities', size: 2, root: base64(tree.root.hash), totals };
  const log = testLog([...testAccount.slice(0, 1), liabilities]);
  const [wallet, own] = log.facts.map(log.proofOf);
  if (wallet === undefined || own === undefined) throw new Error('no proofs');
  return {
    v: 2,
    vkey: log.vkey,
    ...own,
    related: [wallet],
    owed: { member: testMember, proof: tree.prove(pieces) },
  };
}

test('a balance is in what the house owes, and is that of the wallet', () => {
  const file = balanceFile();
  expect(parseProofFile(formatProofFile(file))).toEqual(file);
  expect(checkProof(file, { vkey: file.vkey, nowMs }).slice(6)).toEqual([
    {
      step: 'owed',
      state: 'ok',
      code: 'owed',
      facts: {
        member: testMember,
        currency: 'PLAY',
        available: '100000',
        held: '0',
        openBets: '1850',
        total: '100000',
      },
    },
    { step: 'wallet', state: 'ok', code: 'same-wallet', facts: { version: 1, index: 0 } },
  ]);
  expect(codes(balanceFile([99_999n, 0n, 0n]))).toContain('other-wallet');
  const { owed } = file;
  if (owed === undefined) throw new Error('no proof');
  expect(codes({ ...file, owed: { ...owed, member: 'x' } })).toContain('not-owed');
  expect(codes({ ...file, owed: { ...owed, proof: { ...owed.proof, siblings: '' } } })).toContain('not-owed');
});

test('a file can have several proofs, and each is read with the key of all', () => {
  const files = [betFile(), balanceFile()];
  const text = formatProofFiles(files[0]?.vkey ?? '', files);
  expect(parseProofFiles(text)).toEqual(files);
  expect(parseProofFiles(formatProofFile(betFile()))).toEqual([betFile()]);
  for (const bad of [
    '{"v":2,"proofs":[]}',
    '{"v":1,"vkey":"k","proofs":[{}]}',
    '{"v":2,"vkey":"k","proofs":[1]}',
  ])
    expect(() => parseProofFiles(bad)).toThrow(Malformed);
});

test.each([
  { related: {} },
  { related: [{ body: '{}' }] },
  { related: [{ body: '{}', entry: '', nonce: 1 }] },
  { owed: { member: 'x' } },
  { owed: { member: 'x', proof: { siblings: '', leaves: [{ index: 0 }] } } },
  { growth: [1] },
  { seen: 1 },
])('%j is no part of a proof file', (part) => {
  expect(() => parseProofFile(JSON.stringify({ ...betFile(), ...part }))).toThrow(Malformed);
});
