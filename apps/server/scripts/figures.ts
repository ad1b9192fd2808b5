import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { figuresPage } from '../src/testing/figures-page.ts';

// Draws the metrics into docs/operate.md.
const path = resolve(import.meta.dirname, '../../../docs/operate.md');
writeFileSync(path, figuresPage(readFileSync(path, 'utf8')));
