import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode, root, run, say } from './install.mjs';

const apps = [
  { folder: 'apps/member', name: 'the member app' },
  { folder: 'apps/office', name: 'the office' },
];
/** What both are made of beside their own. */
const shared = ['packages', 'scripts/lib/compress-plugin.ts', 'package-lock.json'];

/** Builds each app whose sources, or those of the packages it uses, changed since its last build. */
export const ensureBuilt = async () => {
  for (const { folder, name } of apps) {
    const stampFile = join(root, folder, 'dist/.stamp');
    const stamp = fingerprint([folder, ...shared]);
    if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) continue;
    say(`Building ${name} …`);
    await run(projectNode(), ['node_modules/vite/bin/vite.js', 'build', folder, '--logLevel', 'warn']);
    writeFileSync(stampFile, stamp);
  }
};

const fingerprint = (sources) => {
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
