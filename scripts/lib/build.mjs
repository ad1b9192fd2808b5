import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode, root, run, say } from './install.mjs';

const sources = ['apps/member', 'packages', 'package-lock.json'];

/** Builds the member app when its sources, or those of the packages it uses, changed since the last build. */
export const ensureBuilt = async () => {
  const stampFile = join(root, 'apps/member/dist/.stamp');
  const stamp = fingerprint();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  say('Building the member app …');
  await run(projectNode(), ['node_modules/vite/bin/vite.js', 'build', 'apps/member', '--logLevel', 'warn']);
  writeFileSync(stampFile, stamp);
};

const fingerprint = () => {
  const hash = createHash('sha256');
  const add = (path) => {
    const absolute = join(root, path);
    let entries;
    try {
      entries = readdirSync(absolute, { withFileTypes: true });
    } catch {
      hash.update(path).update(readFileSync(absolute));
      return;
    }
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.includes('.test.')) continue;
      add(`${path}/${entry.name}`);
    }
  };
  for (const path of sources) add(path);
  return hash.digest('hex');
};
