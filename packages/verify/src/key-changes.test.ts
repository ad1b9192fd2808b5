import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { checkProof, formatProofFile, parseProofFile, verdictOf } from './proof-file.ts';
import { keyChangeText, readKeyChange, trustedKeys, verifyReceiptBy } from './key-changes.ts';
import { formatVerifierKey } from './keys.ts';
import { makeReceipts } from './receipts.ts';
import { canonicalJson } from './canonical-json.ts';
import { keyChangeBody, provenKeyChange } from './testing/test-key-change.ts';
import { testKey } from './testing/test-key.ts';
import { signedAtMs, testProof } from './testing/test-proof.ts';

const origin = 'touchline.example/log';
const key = (seed: number, name = origin) => testKey(name, 'note', seed);
const [one, two, three, stranger] = [key(1), key(3), key(4), key(9)];
const vkeys = (list: readonly { key: typeof one.key }[]): string[] =>
  list.map((trusted) => formatVerifierKey(trusted.key));
const all = [one, two, three].map((known) => formatVerifierKey(known.key));
const first = { number: 2, old: one, new: two };
const second = { number: 3, old: two, new: three, time: '2026-07-01T00:00:00.000Z' };
const changes = [provenKeyChange(second, { index: 9 }), provenKeyChange(first)];

test('the vectors of the documents', async () => {
  const body = keyChangeBody(first);
  const change = readKeyChange(body);
  if (change === undefined) throw new Error('not read');
  const text = await readFile(new URL('../../../docs/proof-formats.md', import.meta.url), 'utf8');
  expect(text).toContain(keyChangeText(change));
  expect(text).toContain(`${body}\n`);
});

describe('a walk over the keys of a log', () => {
  test('continues and goes back from any of them', () => {
    for (const start of [one, two, three]) expect(vkeys(trustedKeys(start.key, changes))).toEqual(all);
    const [oldest, middle, newest] = trustedKeys(two.key, changes);
    expect(oldest?.until).toEqual({ index: 4, timeMs: Date.parse('2026-06-11T19:00:00.123Z') });
    expect(middle?.until?.index).toBe(9);
    expect(newest?.until).toBeUndefined();
  });
  test('ends where a change is missing', () => {
    expect(vkeys(trustedKeys(one.key, changes.slice(0, 1)))).toEqual(all.slice(0, 1));
    expect(vkeys(trustedKeys(three.key, changes.slice(0, 1)))).toEqual(all.slice(1));
    expect(vkeys(trustedKeys(stranger.key, changes))).toEqual(vkeys([stranger]));
  });
  const bodyOf = keyChangeBody(first);
  const spoil = (from: string, to: string): string => {
    expect(bodyOf).toContain(from);
    return bodyOf.replace(from, to);
  };
  test.each([
    ['the old key has not signed it', keyChangeBody({ ...first, old: { ...stranger, key: one.key } })],
    ['the new key has not signed it', keyChangeBody({ ...first, new: { ...stranger, key: two.key } })],
    ['the number is another', spoil('"number":2', '"number":3')],
    ['the time is another', spoil('2026-06-11', '2026-06-12')],
    ['it is of another kind', spoil('"kind":"key"', '"kind":"keys"')],
  ])('does not follow a change where %s', (_what, body) => {
    expect(vkeys(trustedKeys(one.key, [provenKeyChange(first, { body })]))).toEqual(all.slice(0, 1));
  });
  test.each([
    ['the old', [one]],
    ['the new', [two]],
    ['another', [stranger]],
  ])('does not follow a change whose checkpoint %s key alone signed', (_whose, signers) => {
    expect(vkeys(trustedKeys(one.key, [provenKeyChange(first, { signers })]))).toEqual(all.slice(0, 1));
  });
  test('does not follow a change to another log, and ends in a circle', () => {
    const elsewhere = { number: 2, old: one, new: key(3, 'other.example/log') };
    expect(readKeyChange(keyChangeBody(elsewhere))).toBeUndefined();
    const back = provenKeyChange({ number: 3, old: two, new: one }, { index: 6 });
    expect(trustedKeys(one.key, [provenKeyChange(first), back]).length).toBeLessThan(6);
  });
});

describe('a proof file', () => {
  const whole = testProof();
  const [change] = changes.slice(1);
  if (change === undefined) throw new Error('no change');
  const newVkey = formatVerifierKey(two.key);
  const knowledge = { nowMs: signedAtMs, vkey: newVkey };
  // What the old key signed before the log went over to the new one.
  const early = provenKeyChange({ ...first, time: '2026-12-31T00:00:00.000Z' }, { index: 30 });

  test('under an old key verifies under it, and under the new one with the change', () => {
    expect(verdictOf(checkProof(whole, { nowMs: signedAtMs, vkey: whole.vkey }))).toBe('ok');
    expect(verdictOf(checkProof(whole, knowledge))).toBe('failed');
    const file = { ...whole, keys: [early] };
    expect(parseProofFile(formatProofFile(file))).toEqual(file);
    const steps = checkProof(file, knowledge);
    expect(steps.map(({ code }) => code).slice(0, 3)).toEqual(['linked-key', 'signed', 'logged']);
    expect(verdictOf(steps)).toBe('ok');
    // The file may name the new key, and the reader know the old one.
    const named = checkProof({ ...file, vkey: newVkey }, { nowMs: signedAtMs, vkey: whole.vkey });
    expect(named.map(({ code }) => code).slice(0, 3)).toEqual(['linked-key', 'signed', 'logged']);
  });
  test('that an old key signed after it was replaced does not hold', () => {
    const [signed, logged] = checkProof({ ...whole, keys: [change] }, knowledge).slice(1);
    expect(signed).toMatchObject({ code: 'not-signed', facts: { reason: 'retired-key' } });
    expect(logged).toMatchObject({ code: 'not-logged', facts: { reason: 'retired-key' } });
  });
  test('a receipt is good within minutes of the change, since processes learn of it later', () => {
    const body = canonicalJson({ kind: 'bet', v: 1 });
    const at = (timeMs: number) => {
      const items = [{ kind: 'bet', v: 1, nonce: new Uint8Array(32), body }];
      const [receipt] = makeReceipts({ origin, keyId: one.id, sign: one.sign, timeMs, items });
      if (receipt === undefined) throw new Error('no receipt');
      return verifyReceiptBy(receipt, trustedKeys(one.key, [change])).ok;
    };
    const timeMs = Date.parse('2026-06-11T19:00:00.123Z');
    expect([at(timeMs - 1), at(timeMs + 60_000), at(timeMs + 3_600_000)]).toEqual([true, true, false]);
  });
  test.each(['1', '[1]', '[{"body":"{}"}]'])('with the changes %s is none', (keys) => {
    const text = `{"v":1,"vkey":"k","body":"{}","keys":${keys}}`;
    expect(() => parseProofFile(text)).toThrow('keys');
  });
});
