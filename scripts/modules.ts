import { mkdirSync, writeFileSync } from 'node:fs';
import { drawFolders as drawMember } from '../apps/member/folders.ts';
import { drawFolders as drawOffice } from '../apps/office/folders.ts';
import { drawModules } from '../apps/server/src/testing/modules.ts';

// Draws which modules of the server, and which folders of the apps, use which others: an arrow leads to the one that is used.
const folder = new URL('../docs/gen/', import.meta.url);
const graphs = {
  'The server': drawModules(),
  'The member app': drawMember(),
  'The office app': drawOffice(),
};
const sections = Object.entries(graphs).map(
  ([title, graph]) => `## ${title}\n\n\`\`\`mermaid\n${graph}\n\`\`\`\n`,
);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('modules.md', folder), ['# Modules\n', ...sections].join('\n'));
