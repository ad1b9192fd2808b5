import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { generateCountries } from './countries.ts';
import { glossaryPage } from './glossary-page.ts';
import { generatePart, lansOf, missingIds, parts, type Generated } from './generate.ts';

/**
 * Compiles the PO files into src/gen and builds the table of countries. With --check nothing is written: exit
 * code 1 when a generated file is not what its sources say.
 */
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const root = new URL('../', import.meta.url);

const isStale = ({ path, content }: Generated): boolean => {
  const url = new URL(path, root);
  return !existsSync(url) || readFileSync(url, 'utf8') !== content;
};

const write = ({ path, content }: Generated): void => {
  const draft = new URL(`${path}.${process.pid}.tmp`, root);
  writeFileSync(draft, content);
  renameSync(draft, new URL(path, root));
};

const stale = [...parts.flatMap(generatePart), generateCountries(), glossaryPage()].filter(isStale);

if (process.argv.includes('--check')) {
  for (const { path } of stale) say(`stale: packages/locales/${path}`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  stale.forEach(write);
  for (const { path } of stale) say(`written: packages/locales/${path}`);
}

for (const part of parts) {
  for (const lan of lansOf(part)) {
    const missing = missingIds(part, lan);
    if (missing.length > 0) say(`${part} ${lan}: ${missing.length} shown in English: ${missing.join(' ')}`);
  }
}
