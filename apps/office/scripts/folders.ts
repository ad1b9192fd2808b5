import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { foldersPage } from '../folders.ts';

// Draws the folders into docs/office-app.md.
const path = resolve(import.meta.dirname, '../../../docs/office-app.md');
writeFileSync(path, foldersPage(readFileSync(path, 'utf8')));
