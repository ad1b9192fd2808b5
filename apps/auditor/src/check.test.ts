import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatVerifierKey } from '@touchline/verify/keys';
import { formatProofFile, formatProofFiles, type ProofFile } from '@touchline/verify/proof-file';
import { checkpointOf, testProof, witnessKey } from '@touchline/verify/testing/test-proof';
import { expect, onTestFinished, test } from 'vitest';

const main = fileURLToPath(new URL('./check.ts', import.meta.url));
const proof = testProof();

/** Runs the command on a file with this text. */
const checkText = async (
  text: string,
  args: readonly string[] = [],
): Promise<{ code: number | string; out: string; err: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'check-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'bet.json'), text);
  await writeFile(join(folder, 'seen'), checkpointOf(9, 'other'));
  return new Promise((done) => {
    execFile(
      process.execPath,
      [main, 'bet.json', ...args],
      { env: { ...process.env, INIT_CWD: folder } },
      (error, out, err) => done({ code: error?.code ?? 0, out, err }),
    );
  });
};
const check = (file: ProofFile, args?: readonly string[]) => checkText(formatProofFile(file), args);

test('says each step in a sentence, and ends with 0', async () => {
  const { code, out } = await check(proof, ['--key', proof.vkey, '--witness', formatVerifierKey(witnessKey)]);
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    '[ok]     The file names the key that you gave.',
    expect.stringMatching(/^\[ok\] {5}Signed by touchline\.example\/log at 2026-/),
    '[ok]     In the log at number 3, of 9 entries.',
    '[?]      There is no earlier checkpoint to compare with.',
    expect.stringMatching(/^\[ok\] {5}Witnessed by witness\.example, last at 2026-/),
    '[ok]     The terms are those that were on the screen.',
    'The proof holds.',
    '',
  ]);
});

test('ends with 1 when a step failed, and says which', async () => {
  const { code, out } = await check({ ...proof, body: proof.body.replace('"1000"', '"9000"') });
  expect(code).toBe(1);
  expect(out).toContain('[FAILED] The house did not sign this receipt (other-body).');
  expect(out).toContain('[FAILED] The terms are not those that were on the screen: stake.');
});

test('does not take the word of the file for its key', async () => {
  const { code, out } = await check(proof);
  expect(code).toBe(4);
  expect(out).toContain('The proof holds under the key in the file.');
  expect(JSON.parse((await check(proof, ['--json'])).out)).toMatchObject({ verdict: 'own' });
});

test('finds a fork against a checkpoint that one kept', async () => {
  const { code, out } = await check(proof, ['--checkpoint', 'seen', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    verdict: 'failed',
    steps: expect.arrayContaining([expect.objectContaining({ code: 'forked' })]),
  });
});

test('ends with 3 when the file proves nothing', async () => {
  const { receipt: _receipt, entry: _entry, ...rest } = proof;
  expect((await check(rest)).code).toBe(3);
});

test('checks each of several proofs, and the worst decides', async () => {
  const spoilt = { ...proof, body: proof.body.replace('"1000"', '"9000"') };
  const { code, out } = await checkText(formatProofFiles(proof.vkey, [proof, spoilt]), ['--key', proof.vkey]);
  expect(code).toBe(1);
  expect(out).toContain('Proof 2 of 2\n');
  expect(out).toContain('The proof holds.');
  expect(out).toContain('The proof does NOT hold.');
});

test.each([
  ['not JSON', []],
  [formatProofFile(proof), ['--key', 'x']],
  [formatProofFile(proof), ['--what']],
])('ends with 2 when it cannot be read', async (text, args) => {
  const { code, err } = await checkText(text, args);
  expect(code).toBe(2);
  expect(err).not.toContain('    at ');
});
