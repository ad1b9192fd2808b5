import { mkdirSync, writeFileSync } from 'node:fs';
import { figuresPage, figuresUrl } from '../src/testing/figures-page.ts';

// Draws the page of metrics, next to docs/operate.md.
mkdirSync(new URL('.', figuresUrl), { recursive: true });
writeFileSync(figuresUrl, figuresPage());
