import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { figuresPage } from '../src/testing/figures-page.ts';

// Draws the figures of `/metrics` into docs/metrics.md.
const path = resolve(import.meta.dirname, '../../../docs/metrics.md');
writeFileSync(path, figuresPage(readFileSync(path, 'utf8')));
