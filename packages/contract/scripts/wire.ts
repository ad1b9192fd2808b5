import { mkdirSync, writeFileSync } from 'node:fs';
import { callsPage, callsUrl, pathsFile, pathsUrl } from './wire-page.ts';

/** Draws the page of calls, and writes the table of paths, from the routes. */
mkdirSync(new URL('.', callsUrl), { recursive: true });
writeFileSync(callsUrl, callsPage());
writeFileSync(pathsUrl, pathsFile());
