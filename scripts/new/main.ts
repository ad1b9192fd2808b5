import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newCall } from './call.ts';
import { newMarket } from './market.ts';
import { newPage } from './page.ts';
import { newSetting } from './setting.ts';
import { RecipeError, Tree } from './tree.ts';

const usage = `npm run new -- KIND NAME --after NEIGHBOUR   makes the files of a recipe (docs/recipes.md), like those of a neighbour

  market clean_sheet --after odd_even         with the grader and the test of its neighbour
  call levelHistory --after levelList         of the same audience and module
  page transfers --after /pages/help/help     of the member app, for the same audience
  page transfers --after rails                of the office, in the same group
  setting UPLOADS_PER_WEEK --after UPLOADS_PER_DAY`;

const recipes: Readonly<Record<string, (tree: Tree, name: string, after: string) => string[]>> = {
  market: newMarket,
  call: newCall,
  page: newPage,
  setting: newSetting,
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** Runs a program of the repository. @throws when it fails */
const run = (program: string, args: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, [join(root, program), ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${program} failed`);
};

const follow = (kind: string, name: string, after: string): void => {
  const tree = new Tree(root);
  const left = recipes[kind]?.(tree, name, after) ?? [];
  const paths = tree.write();
  run(
    'node_modules/oxfmt/bin/oxfmt',
    paths.filter((path) => /\.tsx?$/.test(path)),
  );
  if (kind === 'call') run('packages/contract/scripts/wire.ts', []);
  run('packages/locales/scripts/build.ts', []);
  const files = paths.filter((path) => !path.endsWith('.po'));
  const folders = new Set(paths.flatMap((path) => (path.endsWith('.po') ? [`${dirname(path)}/*.po`] : [])));
  say(`Made or changed:\n${[...files, ...folders].map((path) => `  ${path}`).join('\n')}`);
  say(`Left to do:\n${left.map((line) => `  ${line}`).join('\n')}`);
};

const [kind = '', name = '', flag, after = ''] = process.argv.slice(2);
if (!Object.hasOwn(recipes, kind) || name === '' || flag !== '--after' || after === '') {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
} else {
  try {
    follow(kind, name, after);
  } catch (error) {
    if (!(error instanceof RecipeError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
