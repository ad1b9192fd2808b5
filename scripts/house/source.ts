import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

/** A use of another file of the repository. */
export type Import = {
  /** Path from the top of the repository. */
  path: string;
  /** Whether types alone are imported, which nothing runs. */
  isType: boolean;
  /** Whether it is fetched when it is needed, and so a file of its own. */
  isLazy: boolean;
};

/** What a TypeScript file of the repository is made of. */
export type Source = {
  /** Path from the top of the repository. */
  path: string;
  lines: number;
  imports: readonly Import[];
  /** Names of the types that it exports. */
  types: readonly string[];
  /** Lines of each of its functions. */
  functions: readonly number[];
};

/** The file that an import names: a path next to the importer, or an export of a package of the repository. */
const targetOf = (from: string, specifier: string, packages: ReadonlyMap<string, string>): string[] => {
  if (specifier.startsWith('.')) return [normalize(join(dirname(from), specifier))];
  const [scope = '', name = '', ...rest] = specifier.split('/');
  const folder = packages.get(`${scope}/${name}`);
  if (folder === undefined) return [];
  const file = join(folder, 'src', rest.length === 0 ? 'index' : rest.join('/'));
  return [`${file}.ts`, `${file}.tsx`];
};

/** Folders of the packages of the repository, by their names. */
const packagesOf = (top: string, paths: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    paths
      .filter((path) => basename(path) === 'package.json')
      .map((path) => {
        const { name }: { name?: unknown } = JSON.parse(readFileSync(join(top, path), 'utf8'));
        return [String(name), dirname(path)] as const;
      }),
  );

const isFunction = (type: unknown): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/** Calls back for each node of a syntax tree. */
const walk = (
  node: unknown,
  visit: (node: { type?: unknown; start?: unknown; end?: unknown }) => void,
): void => {
  if (typeof node !== 'object' || node === null) return;
  if ('type' in node) visit(node);
  for (const child of Object.values(node)) walk(child, visit);
};

const linesIn = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/**
 * Reads the TypeScript files among paths.
 * @param top the folder that the paths begin at
 */
export const readSources = (top: string, paths: readonly string[]): Source[] => {
  const packages = packagesOf(top, paths);
  const known = new Set(paths);
  return paths
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path): Source => {
      const text = readFileSync(join(top, path), 'utf8');
      const { program, module } = parseSync(path, text);
      const functions: number[] = [];
      walk(program.body, ({ type, start, end }) => {
        if (isFunction(type)) functions.push(linesIn(text.slice(Number(start), Number(end))));
      });
      const named = [
        ...module.staticImports.map(({ moduleRequest, entries }) => ({
          specifier: moduleRequest.value,
          isType: entries.length > 0 && entries.every(({ isType }) => isType),
          isLazy: false,
        })),
        ...module.staticExports.flatMap(({ entries }) =>
          entries.flatMap(({ moduleRequest, isType }) =>
            moduleRequest === null ? [] : [{ specifier: moduleRequest.value, isType, isLazy: false }],
          ),
        ),
        ...module.dynamicImports.flatMap(({ moduleRequest }) => {
          const word = text.slice(moduleRequest.start, moduleRequest.end);
          return /^'[^']*'$/.test(word)
            ? [{ specifier: word.slice(1, -1), isType: false, isLazy: true }]
            : [];
        }),
      ];
      return {
        path,
        lines: linesIn(text),
        imports: named.flatMap(({ specifier, ...how }) =>
          targetOf(path, specifier, packages)
            .filter((target) => known.has(target))
            .slice(0, 1)
            .map((target) => ({ path: target, ...how })),
        ),
        types: module.staticExports.flatMap(({ entries }) =>
          entries.flatMap(({ exportName, isType, moduleRequest }) =>
            isType && moduleRequest === null && exportName.name !== null ? [exportName.name] : [],
          ),
        ),
        functions,
      };
    });
};
