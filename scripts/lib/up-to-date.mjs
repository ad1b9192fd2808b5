import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'gen']);

/**
 * A hash of files and of everything below folders, without tests, dependencies and what is generated.
 * @param {string} root
 * @param {readonly string[]} sources paths below `root`
 */
const fingerprint = (root, sources) => {
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
      if (skipped.has(entry.name) || entry.name.includes('.test.')) continue;
      add(`${path}/${entry.name}`);
    }
  };
  for (const path of sources) add(path);
  return hash.digest('hex');
};

const readStamp = (stampFile) => {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Makes files again when their sources changed since they were last made, or when one of them is missing. The stamp holds the
 * sources as they were before, so a change during `make` counts the next time. Two processes may do this at once when `make`
 * replaces each file in one step.
 * @param {object} target
 * @param {string} target.root
 * @param {readonly string[]} target.sources files and folders below `root`
 * @param {string} target.stampFile path below `root`; the files are those of its folder
 * @param {() => Promise<void>} target.make
 * @returns {Promise<boolean>} whether they were made
 */
export const ensureMade = async ({ root, sources, stampFile, make }) => {
  const stampPath = join(root, stampFile);
  const folder = dirname(stampPath);
  const before = fingerprint(root, sources);
  const stamp = readStamp(stampPath);
  if (stamp?.sources === before && stamp.files.every((name) => existsSync(join(folder, name)))) return false;
  await make();
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  mkdirSync(folder, { recursive: true });
  const draft = `${stampPath}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ sources: before, files }));
  renameSync(draft, stampPath);
  return true;
};
