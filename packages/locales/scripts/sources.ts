import { globSync, readFileSync } from 'node:fs';

const repository = new URL('../../../', import.meta.url);

/** Texts of all source files below folders of the repository, tests and generated files left out. */
export const sourcesBelow = (folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: repository }))
    .filter((path) => !/\.(test|gen)\.tsx?$|node_modules|dist\//.test(path))
    .map((path) => readFileSync(new URL(path, repository), 'utf8'));
