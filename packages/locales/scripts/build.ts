import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { generateCountries } from './countries.ts';
import { glossaryPage } from './glossary-page.ts';
import { generatePart, lansOf, missingIds, parts, type Generated } from './generate.ts';

/**
 * Compiles the PO files and the table of countries into src/gen, and draws the glossary there. Each file is replaced in one step, so
 * that programs that read them, or make them at the same time, never see half of one.
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

const generated = [...parts.flatMap(generatePart), generateCountries(), glossaryPage()];
mkdirSync(new URL('src/gen/', root), { recursive: true });
const stale = generated.filter(isStale);
stale.forEach(write);
const paths = new Set(generated.map(({ path }) => path));
const former = globSync('src/gen/*.gen.ts', { cwd: root }).filter((path) => !paths.has(path));
for (const path of former) rmSync(new URL(path, root), { force: true });
if (stale.length > 0) say(`Catalogues: ${stale.length} files made.`);

for (const part of parts) {
  for (const lan of lansOf(part)) {
    const missing = missingIds(part, lan);
    if (missing.length > 0) say(`${part} ${lan}: ${missing.length} shown in English: ${missing.join(' ')}`);
  }
}
