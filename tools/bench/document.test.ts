import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { documentFile, figuresInProse, fillDocument, namesIn, readResults, type Result } from './document.ts';

const result: Result = {
  name: 'place',
  scope: 'whole',
  at: '2026-01-02T03:04:05.000Z',
  commit: '0123abcd',
  changed: 0,
  machine: { processors: 2, model: 'Some', memoryGb: 8, node: '24.1.0', load: 0.1 },
  tables: [{ head: ['placing', 'bets/s'], rows: [['batched', 5327]] }],
};
const results = new Map([['place', result]]);
const text = 'Before.\n\n<!-- measured: place -->\n<!-- end -->\n\nAfter.\n';

describe('a document of results', () => {
  it('shows what a run has kept, and with it when, of what and where', () => {
    const filled = fillDocument(text, results);
    expect(filled).toContain('2026-01-02 (whole), commit 0123abcd; 2 processors (Some), 8 GB');
    expect(filled).toContain('| placing | bets/s |\n| --- | --: |\n| batched | 5,327 |');
    expect(fillDocument(filled, results)).toBe(filled);
  });

  it('states which runs had changes, and where there is none', () => {
    expect(fillDocument(text, new Map([['place', { ...result, changed: 3 }]]))).toContain(
      'with 3 changed files',
    );
    expect(fillDocument(text, new Map())).toContain('No run is kept.');
  });

  it('has a figure in its prose found, but not those of code, links and names of percentiles', () => {
    const prose = 'It takes 5 ms.\nThe `256` of [a](b.md#c3) at p99.\n```sh\nbench 3\n```\n';
    expect(figuresInProse(prose + fillDocument(text, results))).toEqual(['It takes 5 ms.']);
  });
});

describe('docs/performance.md', () => {
  it('is what the kept results make of it', async () => {
    const now = await readFile(documentFile, 'utf8');
    expect(fillDocument(now, await readResults()), 'npm run bench -- document').toBe(now);
  });

  it('has no figure that no run has kept', async () => {
    expect(figuresInProse(await readFile(documentFile, 'utf8'))).toEqual([]);
  });

  it('shows each kept result', async () => {
    const shown = namesIn(await readFile(documentFile, 'utf8'));
    expect([...(await readResults()).keys()].filter((name) => !shown.includes(name))).toEqual([]);
  });
});
