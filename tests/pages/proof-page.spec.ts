import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { formatProofFile, type ProofFile } from '@touchline/verify/proof-file';
import { testProof } from '@touchline/verify/testing/test-proof';
import { expect, test } from '../fixtures/test.ts';

const maker = fileURLToPath(new URL('../../apps/member/scripts/proof-page.ts', import.meta.url));
const proof = testProof();

test('the page checks a proof from a file, without any network', async ({ page }, info) => {
  const place = info.outputPath('check.html');
  await promisify(execFile)(process.execPath, [maker, place]);
  const asked: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => faults.push(line.text()));
  await page.goto(pathToFileURL(place).href);
  const choose = (file: ProofFile) =>
    page.getByLabel('Proof').setInputFiles({
      name: 'bet.json',
      mimeType: 'application/json',
      buffer: Buffer.from(formatProofFile(file)),
    });
  await page.getByLabel('Key of the log').fill(proof.vkey);
  await choose(proof);
  await expect(page.getByText('The proof holds.')).toBeVisible();
  await expect(page.getByText('In the log at number 3, of 9 entries.')).toBeVisible();
  await choose({ ...proof, body: proof.body.replace('"1000"', '"9000"') });
  await expect(page.getByText('The proof does NOT hold.')).toBeVisible();
  expect(faults).toEqual([]);
  expect(asked).toEqual([pathToFileURL(place).href]);

  // The policy of the page itself forbids what a changed script would try.
  const sent = await page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')");
  expect(sent).toBe('refused');
  await expect.poll(() => faults.join(' ')).toContain('Content Security Policy');
});
