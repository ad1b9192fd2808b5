import { readFileSync, writeFileSync } from 'node:fs';
import { pathsFile, pathsUrl, wirePage, withSections } from './wire-page.ts';

/** Writes the generated parts of docs/wire.md, and the table of paths, from the routes. */
writeFileSync(wirePage, withSections(readFileSync(wirePage, 'utf8')));
writeFileSync(pathsUrl, pathsFile());
