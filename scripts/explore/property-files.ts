import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const folders = ['packages', 'apps', 'scripts'];

/**
 * The unit and database tests that use fast-check.
 * @param name a part of their paths
 * @returns paths below the root
 */
export const propertyFiles = (root: string, name: string): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path).split(sep).join('/'),
      ),
    )
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules/') && path.includes(name))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes(`from 'fast-check'`));
