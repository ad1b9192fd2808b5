import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readSources, type Import, type Source } from './source.ts';

/**
 * Finds files that import each other, directly or over others: the strongly connected components of more than one file
 * (Tarjan 1972).
 * @param counts whether an import counts
 */
export const circlesOf = (sources: readonly Source[], counts: (of: Import) => boolean): string[][] => {
  const used = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(counts).map((each) => each.path)] as const),
  );
  const order = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const circles: string[][] = [];
  const visit = (path: string): number => {
    const at = order.size;
    order.set(path, at);
    let low = at;
    open.push(path);
    isOpen.add(path);
    for (const next of used.get(path) ?? []) {
      if (!used.has(next)) continue;
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (isOpen.has(next)) low = Math.min(low, order.get(next) ?? at);
    }
    if (low === at) {
      const circle = open.splice(open.indexOf(path));
      for (const each of circle) isOpen.delete(each);
      if (circle.length > 1) circles.push(circle);
    }
    return low;
  };
  for (const path of used.keys()) if (!order.has(path)) visit(path);
  return circles;
};

/** What is measured, in the order of the table, and how far it is to fall. */
const wanted = {
  'files, without tools': 2_900,
  'lines of TypeScript': 250_000,
  'lines of TypeScript, product': 158_000,
  'words of documents': 60_000,
  documents: 20,
  'folders at the top of the server': 14,
  'loose files at the top of the server': 4,
  'folders below src': 3,
  'files that all modules share': 45,
  'files offered across modules': 14,
  'small files with one importer next to them': 19,
  'functions of the server over 70 lines': 29,
  'functions of the server over 150 lines': 0,
  'circles of files by value': 0,
  'circles of files by type': 2,
  'type names that two files export': 0,
} as const;

type Measure = keyof typeof wanted;
export type Measures = Readonly<Record<Measure, number>>;
export const wantedMeasures: Measures = wanted;

/** Those that every change moves a little: they may be a hundredth above the record. */
export const sizes: ReadonlySet<string> = new Set<Measure>([
  'files, without tools',
  'lines of TypeScript',
  'lines of TypeScript, product',
  'words of documents',
]);

const server = 'apps/server/src/';
/** Programs that measure the product or break it, outside the product itself. */
const isTool = (path: string): boolean => path.startsWith('tools/');
const isTest = (path: string): boolean => /\.test\.\w+$/.test(path);
const isMade = (path: string): boolean => /\.gen\.|\/gen\//.test(path);
/** Code that runs in production: no tests and what they share, no tools, nothing that is generated. */
const isProduct = (path: string): boolean =>
  /^(?:apps|packages)\//.test(path) &&
  !isTest(path) &&
  !isMade(path) &&
  !/\/(?:testing|scripts|examples)\//.test(path);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The module of the server that a file belongs to: its folder below `src`. */
const moduleOf = (path: string): string | undefined =>
  path.startsWith(server) ? /^([^/]+)\//.exec(path.slice(server.length))?.[1] : undefined;

/** Parts that all modules use. */
const shared = new Set(['core', 'platform']);

/** Files of modules of the server that other modules import. */
const offeredFiles = (sources: readonly Source[]): Set<string> =>
  new Set(
    sources.flatMap(({ path, imports }) => {
      const own = moduleOf(path);
      if (own === undefined) return [];
      return imports
        .map((each) => each.path)
        .filter((used) => {
          const of = moduleOf(used);
          return of !== undefined && of !== own && !shared.has(of);
        });
    }),
  );

/** Small files with one importer, in the same folder, which they could be part of. */
const crumbs = (sources: readonly Source[]): Source[] => {
  const importers = Map.groupBy(
    sources.flatMap(({ path, imports }) => imports.map((used) => ({ ...used, by: path }))),
    ({ path }) => path,
  );
  return sources.filter(({ path, lines }) => {
    const all = importers.get(path) ?? [];
    const [only, ...others] = new Set(all.map(({ by }) => by));
    // What an index offers is used by other modules.
    const isAlone =
      only !== undefined &&
      others.length === 0 &&
      dirname(only) === dirname(path) &&
      basename(only) !== 'index.ts';
    return lines <= 60 && isAlone && !all.some(({ isLazy }) => isLazy);
  });
};

/** Names of types that more than one file exports. */
const namesTwice = (sources: readonly Source[]): string[] => {
  const files = new Map<string, number>();
  for (const name of sources.flatMap(({ types }) => types)) files.set(name, (files.get(name) ?? 0) + 1);
  return [...files].filter(([, count]) => count > 1).map(([name]) => name);
};

/** What is made or kept here and is not part of the repository; its few hidden files are not read. */
const isLeftOut = (name: string): boolean => /^\.|^(?:node_modules|dist|gen|coverage)$|\.log$/.test(name);

/** All files below a folder, also where it is no checkout of git. */
const filesBelow = (top: string, folder = ''): string[] =>
  readdirSync(join(top, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (isLeftOut(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(top, `${path}/`) : [path];
  });

/** How deep a file is below the `src` of its app or package. */
const depthOf = (path: string): number => (/\/src\/(.*)$/.exec(path)?.[1] ?? '').split('/').length - 1;

/**
 * Measures the repository: how much there is to read, and how far it is cut up.
 * @param top its folder
 */
export const measure = (top: string): Measures => {
  const paths = filesBelow(top);
  const sources = readSources(top, paths);
  const product = sources.filter(({ path }) => isProduct(path));
  const ofServer = product.filter(({ path }) => path.startsWith(server));
  const functions = ofServer.flatMap((source) => source.functions);
  const documents = paths.filter((path) => /^docs\/.*\.md$/.test(path));
  // What is fetched when it is needed is not loaded with its user: a table of pages may be read by a page.
  const byValue = circlesOf(product, ({ isType, isLazy }) => !isType && !isLazy);
  const byType = circlesOf(product, ({ isLazy }) => !isLazy).filter(
    (circle) => !byValue.some((other) => other.every((path) => circle.includes(path))),
  );
  return {
    'files, without tools': paths.filter((path) => !isTool(path)).length,
    'lines of TypeScript': sum(sources.map(({ lines }) => lines)),
    'lines of TypeScript, product': sum(product.map(({ lines }) => lines)),
    'words of documents': sum(documents.map((path) => wordsIn(readFileSync(join(top, path), 'utf8')))),
    documents: documents.length,
    'folders at the top of the server': new Set(ofServer.map(({ path }) => moduleOf(path))).size - 1,
    'loose files at the top of the server': ofServer.filter(({ path }) => moduleOf(path) === undefined)
      .length,
    'folders below src': Math.max(...product.map(({ path }) => depthOf(path))),
    'files that all modules share': ofServer.filter(({ path }) => shared.has(moduleOf(path) ?? '')).length,
    'files offered across modules': offeredFiles(ofServer).size,
    'small files with one importer next to them': crumbs(product).length,
    'functions of the server over 70 lines': functions.filter((lines) => lines > 70).length,
    'functions of the server over 150 lines': functions.filter((lines) => lines > 150).length,
    'circles of files by value': byValue.length,
    'circles of files by type': byType.length,
    'type names that two files export': namesTwice(product).length,
  };
};
