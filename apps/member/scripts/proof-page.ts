import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { makeProofPage } from '../proof-page-plugin.ts';

// `npm run check-page -- FILE`: writes one page of HTML that checks proofs, with its script inside and no way to any network.

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('usage: npm run check-page -- FILE');

await writeFile(resolve(process.env['INIT_CWD'] ?? '.', out), await makeProofPage());
