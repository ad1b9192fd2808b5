import { describe, expect, test } from 'vitest';
import { formatVerifierKey } from './keys.ts';
import { Malformed } from './malformed.ts';
import {
  type Knowledge,
  type ProofFile,
  type Step,
  checkProof,
  formatProofFile,
  parseProofFile,
  verdictOf,
} from './proof-file.ts';
import { RECEIPT_PROMISE_MS } from './receipts.ts';
import { testKey } from './testing/test-key.ts';
import { checkpointOf, growthOf, signedAtMs, testProof, witnessKey } from './testing/test-proof.ts';

const whole = testProof();
const knowledge: Knowledge = {
  vkey: whole.vkey,
  known: { checkpoint: checkpointOf(5), proof: growthOf(5, 9) },
  witnesses: [witnessKey],
  enough: 1,
  nowMs: signedAtMs + 1_000,
};
const otherKey = formatVerifierKey(testKey('touchline.example/log', 'note', 7).key);

const codes = (steps: readonly Step[]): string[] => steps.map(({ code }) => code);
const check = (change: Partial<ProofFile>, known: Partial<Knowledge> = {}): Step[] =>
  checkProof({ ...whole, ...change }, { ...knowledge, ...known });
const without = (...names: readonly ('receipt' | 'entry' | 'shown')[]): ProofFile => {
  const file: ProofFile = { ...whole };
  for (const name of names) delete file[name];
  return file;
};

test('a whole proof passes every step', () => {
  const steps = check({});
  expect(codes(steps)).toEqual(['known-key', 'signed', 'logged', 'grown', 'witnessed', 'same-terms']);
  expect(verdictOf(steps)).toBe('ok');
  expect(steps.map(({ facts }) => facts)).toEqual([
    { key: whole.vkey },
    { by: 'touchline.example/log', timeMs: signedAtMs },
    { index: 3, size: 9 },
    { from: 5, to: 9 },
    { by: ['witness.example'], time: 1_790_000_001 },
    {},
  ]);
});

describe('tampered files fail', () => {
  test('the key', () => {
    expect(codes(check({}, { vkey: otherKey })).slice(0, 3)).toEqual([
      'other-key',
      'not-signed',
      'not-logged',
    ]);
  });
  test('the body, under the signature and in the log', () => {
    const body = whole.body.replace('"1000"', '"9000"');
    expect(codes(check({ body }))).toEqual([
      'known-key',
      'not-signed',
      'not-logged',
      'first-look',
      'no-witness',
      'other-terms',
    ]);
  });
  test('the signature of the receipt', () => {
    const receipt = whole.receipt.replace('time 179', 'time 178');
    expect(check({ receipt })[1]).toEqual({
      step: 'signed',
      state: 'failed',
      code: 'not-signed',
      facts: { reason: 'forged-signature' },
    });
  });
  test('the number in the log', () => {
    expect(check({ entry: whole.entry.replace('index 3', 'index 2') })[2]).toMatchObject({
      code: 'not-logged',
      facts: { reason: 'not-included' },
    });
  });
  test('the growth: another tree of one size, another history, a checkpoint that the log did not sign', () => {
    const forked = check({}, { known: { checkpoint: checkpointOf(9, 'x') } });
    expect(forked[3]).toMatchObject({ code: 'forked', facts: { from: 9, to: 9 } });
    const rewritten = { checkpoint: checkpointOf(5, 'x'), proof: growthOf(5, 9) };
    expect(check({}, { known: rewritten })[3]?.code).toBe('forked');
    const unsigned = checkpointOf(5).replace('\n5\n', '\n6\n');
    expect(check({}, { known: { checkpoint: unsigned } })[3]?.code).toBe('bad-checkpoint');
  });
  test('the witnesses: fewer than are enough', () => {
    expect(check({}, { enough: 2 })[4]).toMatchObject({ code: 'too-few', facts: { enough: 2 } });
  });
  test('the terms, and which', () => {
    const seen = { stake: '1000', legs: [{ odds: 1950 }], since: '1-0' };
    expect(check({ shown: seen })[5]).toMatchObject({ facts: { fields: ['legs.0.odds', 'since'] } });
    expect(check({ shown: { legs: [] } })[5]).toMatchObject({ facts: { fields: ['legs'] } });
    expect(check({ shown: { legs: { odds: 1 } } })[5]).toMatchObject({ facts: { fields: ['legs'] } });
  });
  test('each verdict is failed', () => {
    expect(verdictOf(check({ shown: { stake: '1' } }))).toBe('failed');
  });
});

describe('what is not there is unknown', () => {
  test('without a key of the reader, the file vouches for itself', () => {
    const { vkey: _vkey, ...rest } = knowledge;
    expect(checkProof(whole, rest)[0]).toMatchObject({ state: 'unknown', code: 'key-of-file' });
  });
  test('without entry the promise runs, then the log must be asked', () => {
    const file = without('entry');
    const at = (nowMs: number, isLogAsked = false) =>
      checkProof(file, { ...knowledge, nowMs, isLogAsked })[2]?.code;
    expect(at(signedAtMs + RECEIPT_PROMISE_MS - 1, true)).toBe('promised');
    expect(at(signedAtMs + RECEIPT_PROMISE_MS)).toBe('no-entry');
    expect(at(signedAtMs + RECEIPT_PROMISE_MS, true)).toBe('overdue');
  });
  test('nothing but a body proves nothing', () => {
    const steps = checkProof(without('receipt', 'entry', 'shown'), knowledge);
    expect(codes(steps).slice(1)).toEqual(['no-receipt', 'no-entry', 'first-look', 'no-witness', 'no-terms']);
    expect(verdictOf(steps)).toBe('unknown');
  });
  test('growth without a way, and a file older than the last look', () => {
    expect(check({}, { known: { checkpoint: checkpointOf(5) } })[3]?.code).toBe('not-compared');
    const younger = { checkpoint: checkpointOf(12), proof: growthOf(9, 12) };
    expect(check({}, { known: younger })[3]).toMatchObject({ code: 'grown', facts: { from: 12, to: 9 } });
  });
  test('no witness is known', () => {
    expect(check({}, { witnesses: [], enough: 0 })[4]?.code).toBe('no-witness');
  });
});

describe('the document', () => {
  test('is read as it was written, and what is new in it is ignored', () => {
    expect(parseProofFile(formatProofFile(whole))).toEqual(whole);
    expect(parseProofFile(JSON.stringify({ ...whole, later: 1 }))).toEqual(whole);
  });
  test.each([
    'x',
    '[]',
    'null',
    '{"v":2}',
    '{"v":1}',
    '{"v":1,"vkey":"k","body":"{}","nonce":1}',
    '{"v":1,"vkey":"k","body":"{}","shown":[]}',
  ])('%s is none', (text) => {
    expect(() => parseProofFile(text)).toThrow(Malformed);
  });
});
