// Prints the folders of all packages that the programs of a site need, one a line: what they and their dependencies name, found as
// Node finds it. Development, the benchmarks and the sources of the apps need four times as much.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const programs = ['apps/server', 'apps/witness', 'apps/auditor'];

const read = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** The folder of a package as a module in `from` finds it, or undefined where it is not installed. */
const find = (name, from) => {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (at === dirname(at) || relative(root, at).startsWith('..')) return undefined;
  }
};

const found = new Set();
const visit = (folder) => {
  const own = read(folder);
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = own;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    const isWanted = name in dependencies || name in optionalDependencies;
    // Types and rivals that a package only knows how to use.
    if (!isWanted && peerDependenciesMeta[name]?.optional === true) continue;
    const next = find(name, folder);
    if (next === undefined) {
      if (name in optionalDependencies) continue;
      throw new Error(`${name}, which ${relative(root, folder)} needs, is not installed: run npm install`);
    }
    if (found.has(next)) continue;
    found.add(next);
    visit(realpathSync(next));
  }
};

for (const program of programs) visit(join(root, program));
const node = Object.keys(read(root).optionalDependencies).flatMap((name) => find(name, root) ?? []);
const listed = [...found, ...node]
  .map((folder) => relative(root, folder))
  .toSorted((a, b) => (a < b ? -1 : 1));
process.stdout.write(`${listed.join('\n')}\n`);
