import type { Plugin, Rolldown } from 'vite';
import { fetchAhead, type Ahead } from './src/app/fetch-ahead.ts';

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;

const isChunk = (output: Bundle[string] | undefined): output is Rolldown.OutputChunk =>
  output?.type === 'chunk';

/** All files a chunk needs: itself, what it imports at once, and their styles. */
const filesOf = (bundle: Bundle, name: string, seen = new Set<string>()): Set<string> => {
  const chunk = bundle[name];
  if (!isChunk(chunk) || seen.has(name)) return seen;
  seen.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style);
  for (const imported of chunk.imports) filesOf(bundle, imported, seen);
  return seen;
};

const pageName = /src\/(pages\/[\w/]+)\.tsx$/;
const textName = /\/app(-rest)?\.([\w-]+)\.gen\.ts$/;
const queries = /src\/lib\/queries\.tsx$/;

/** @throws when the build has none of the files that are looked for */
const aheadOf = (bundle: Bundle): Ahead => {
  const chunks = Object.values(bundle).filter(isChunk);
  const core = new Set(
    chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...filesOf(bundle, fileName)]),
  );
  const files: string[] = [];
  const numberOf = (file: string): number => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const needed = (names: readonly string[]): number[] =>
    [...names.reduce((seen, name) => filesOf(bundle, name, seen), new Set<string>()).difference(core)].map(
      numberOf,
    );

  const shared = chunks
    .filter(({ facadeModuleId }) => queries.test(facadeModuleId ?? ''))
    .map(({ fileName }) => fileName);
  const pages: Record<string, number[]> = {};
  const texts: Record<string, [number, number]> = {};
  for (const { facadeModuleId, fileName, isDynamicEntry } of chunks) {
    const page = pageName.exec(facadeModuleId ?? '')?.[1];
    if (page !== undefined && isDynamicEntry) pages[page] = needed([fileName, ...shared]);
    const [, isRest, lan] = textName.exec(facadeModuleId ?? '') ?? [];
    if (lan !== undefined) (texts[lan] ??= [-1, -1])[isRest === undefined ? 0 : 1] = numberOf(fileName);
  }
  const [home, signIn] = ['pages/index/index', 'pages/login/login'];
  if (!pages[home] || !pages[signIn] || Object.values(texts).flat().includes(-1)) {
    throw new Error('the build has no home page, no sign-in, or texts by halves');
  }
  return { files, pages, texts, home, signIn };
};

/** What the page runs: the function as it is, with what the build knows. */
const script = (ahead: Ahead): string => `(${fetchAhead.toString()})(${JSON.stringify(ahead)}, {
  read: (key) => { try { return localStorage.getItem(key) } catch { return null } },
  hash: location.hash,
  root: document.documentElement,
  fetch: (file) => {
    const link = document.createElement('link');
    const isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = './' + file;
    document.head.append(link);
  },
})`;

const sheet = /\s*<link rel="stylesheet"[^>]*>/;

/** The page with its styles behind what it shows without them. @throws when it has no styles */
const withoutWaiting = (page: string): string => {
  const [link] = sheet.exec(page) ?? [];
  if (link === undefined) throw new Error('the page has no styles');
  return page.replace(link, '').replace('</body>', `${link.trimStart()}\n  </body>`);
};

/**
 * Lets the page fetch its texts and its first page together with the core of the app, and show that it is coming before any of
 * them is there. The app itself starts when its styles have come: they stand before the end of the page.
 */
export const startEarly = (): Plugin => ({
  name: 'touchline-start-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle }) => {
      if (bundle === undefined) return page;
      const children = script(aheadOf(bundle));
      return { html: withoutWaiting(page), tags: [{ tag: 'script', children, injectTo: 'head-prepend' }] };
    },
  },
});
