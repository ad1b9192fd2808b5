import { readdir, readFile } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { budgets } from '../../scripts/lib/budgets.ts';
import type { Table } from './lib/report.ts';

const ResultShape = Type.Object({
  name: Type.String(),
  scope: Type.String(),
  at: Type.String(),
  commit: Type.String(),
  changed: Type.Number(),
  machine: Type.Object({
    processors: Type.Number(),
    model: Type.String(),
    memoryGb: Type.Number(),
    node: Type.String(),
    load: Type.Number(),
  }),
  tables: Type.Array(
    Type.Object({
      head: Type.Array(Type.String()),
      rows: Type.Array(Type.Array(Type.Union([Type.String(), Type.Number()]))),
    }),
  ),
});

/** What a run of a benchmark has kept, as far as a document shows it. */
export type Result = Static<typeof ResultShape>;

export const resultsFolder = new URL('results/', import.meta.url);
export const documentFile = new URL('../../docs/performance.md', import.meta.url);

/** The kept results by the names of their files. @throws Error when one has another shape */
export const readResults = async (): Promise<ReadonlyMap<string, Result>> => {
  const files = (await readdir(resultsFolder).catch(() => [])).filter((file) => file.endsWith('.json'));
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, Result]> => {
        const value: unknown = JSON.parse(await readFile(new URL(file, resultsFolder), 'utf8'));
        return [file.slice(0, -'.json'.length), Value.Parse(ResultShape, value)];
      }),
    ),
  );
};

const opening = /^<!-- measured: ([\w-]+) -->$/;
const closing = '<!-- end -->';

/** Thousands are divided, as people read them. */
const cell = (value: string | number): string =>
  typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 3 }) : value;

const markdown = ({ head, rows }: Table): string =>
  [head, head.map((_name, i) => (i === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.map(cell).join(' | ')} |`)
    .join('\n');

/** When, of what and on what machine it was measured. */
const provenance = ({ scope, at, commit, changed, machine }: Result): string => {
  const { processors, model, memoryGb, node, load } = machine;
  const code = changed === 0 ? `commit ${commit}` : `commit ${commit} with ${changed} changed files`;
  return `Measured on ${at.slice(0, 10)} (${scope}), ${code}; ${processors} processors (${model}), ${memoryGb} GB, Node ${node}, a load of ${load} when it began.`;
};

const budgetTable = (): string =>
  markdown({
    head: ['count', 'budget', 'unit'],
    rows: Object.entries(budgets).map(([name, { value, unit }]) => [name, value, unit]),
  });

/** The text between two marks. */
const block = (name: string, results: ReadonlyMap<string, Result>): string => {
  if (name === 'budgets') return budgetTable();
  const result = results.get(name);
  if (!result) return 'No run is kept.';
  return [provenance(result), ...result.tables.map(markdown)].join('\n\n');
};

/** The parts of a document: its own lines, and the names of what is filled in. */
const partsOf = (text: string): { prose: string[]; names: string[] } => {
  const prose: string[] = [];
  const names: string[] = [];
  let isFilled = false;
  for (const line of text.split('\n')) {
    const name = opening.exec(line)?.[1];
    if (name !== undefined) {
      isFilled = true;
      names.push(name);
    }
    if (!isFilled) prose.push(line);
    if (line === closing) isFilled = false;
  }
  return { prose, names };
};

/** Fills kept results in between the marks of a document. */
export const fillDocument = (text: string, results: ReadonlyMap<string, Result>): string => {
  const lines: string[] = [];
  let isFilled = false;
  for (const line of text.split('\n')) {
    const name = opening.exec(line)?.[1];
    if (line === closing) isFilled = false;
    if (!isFilled) lines.push(line);
    if (name === undefined) continue;
    isFilled = true;
    lines.push(block(name, results));
  }
  return lines.join('\n');
};

/** Names of percentiles, which are no figures. */
const percentiles = /\bp(?:50|95|99)\b/g;

/** Lines of the prose with a figure: only what a run has kept may have one. Code and the targets of links are left out. */
export const figuresInProse = (text: string): string[] => {
  let isCode = false;
  return partsOf(text).prose.filter((line) => {
    if (line.startsWith('```')) {
      isCode = !isCode;
      return false;
    }
    if (isCode) return false;
    const words = line
      .replaceAll(/`[^`]*`/g, '')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replaceAll(percentiles, '');
    return /\d/.test(words);
  });
};

/** The results that a document shows. */
export const namesIn = (text: string): string[] => partsOf(text).names;
