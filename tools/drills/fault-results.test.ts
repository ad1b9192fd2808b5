import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readResults, writeResult, type SeedResult } from './fault-results.ts';

const clean: SeedResult = {
  seed: 10,
  findings: [],
  figures: {
    faults: ['PostgreSQL hangs', 'a server is killed'],
    recoveries: [{ name: 'PostgreSQL hangs', ms: 1_200 }],
    cannot: [{ name: 'fsync fails', why: 'there is no C compiler here' }],
    operations: 200,
    calls: 300,
    unheard: 100,
    notices: 10,
    reorganisations: 1,
    replaced: 2,
    lies: 3,
    migrates: false,
    migrationKills: 0,
    longestGapMs: 900,
    seconds: 20,
  },
};
const brokenOff: SeedResult = { seed: 9, findings: [{ rule: 'not ready', what: 'it never came back' }] };
const folder = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'touchline-results-')), 'new');

it('reads what was written, in the order of the seeds', async () => {
  const results = await folder();
  expect(await readResults(results)).toEqual([]);
  await writeResult(results, clean);
  await writeResult(results, brokenOff);
  expect(await readResults(results)).toEqual([brokenOff, clean]);
});

it('has the last result of a seed alone', async () => {
  const results = await folder();
  await readResults(results);
  await writeResult(results, { ...brokenOff, seed: 10 });
  await writeResult(results, clean);
  expect(await readResults(results)).toEqual([clean]);
});

it('does not count a result that it does not understand', async () => {
  const results = await folder();
  await readResults(results);
  await writeFile(join(results, '3.json'), JSON.stringify({ ...clean, findings: 'none' }));
  await expect(readResults(results)).rejects.toThrow('Parse');
});
