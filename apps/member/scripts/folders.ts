import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { drawFolders, foldersPage } from '../folders.ts';

// Draws the folders of the app into docs/member-app.md.
const path = resolve(import.meta.dirname, '../../../docs/member-app.md');
writeFileSync(path, foldersPage(readFileSync(path, 'utf8'), drawFolders()));
