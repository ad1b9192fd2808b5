import { readFileSync, writeFileSync } from 'node:fs';
import { wirePage, withSections } from './wire-page.ts';

/** Writes the generated parts of docs/wire.md from the contract. */
writeFileSync(wirePage, withSections(readFileSync(wirePage, 'utf8')));
