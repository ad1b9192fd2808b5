import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawModules, modulesPage } from '../src/testing/modules.ts';

// Draws the modules into docs/architecture.md.
const path = resolve(import.meta.dirname, '../../../docs/architecture.md');
writeFileSync(path, modulesPage(readFileSync(path, 'utf8'), drawModules()));
