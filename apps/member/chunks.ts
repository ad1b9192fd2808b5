import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1];

const idOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where the app begins, and its two first pages: a visitor's and a member's. */
const start = [idOf('src/app/main.tsx')];
const signIn = [idOf('src/pages/login/login.tsx')];
const home = ['src/pages/index/index.tsx', 'src/lib/queries.tsx'].map(idOf);
const roots = new Set([...start, ...signIn, ...home]);

/** All that modules import at once, and what that imports, with themselves. */
const reachedFrom = (from: readonly string[], context: Context): ReadonlySet<string> => {
  const reached = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
};

/** Kinds of queries that home has none of: its way through the library's index reaches them all the same. */
const isQueryExtra = (id: string): boolean =>
  /[\\/](hydration|queriesObserver|infiniteQuery\w+|useQueries|useInfiniteQuery)\.js$/.test(id);

/**
 * Names the file a module goes into: one for what every page needs, one for what home needs as well, one for the
 * sign-in's own. A first page is a handful of requests then, and not one for each module that two pages share.
 */
const firstFiles = () => {
  let sets: Record<'core' | 'home' | 'signIn', ReadonlySet<string>> | undefined;
  return (id: string, context: Context): string | null => {
    // Where a page begins stays under its own name.
    if (roots.has(id) || id.endsWith('.html')) return null;
    sets ??= {
      core: reachedFrom(start, context),
      home: reachedFrom(home, context),
      signIn: reachedFrom(signIn, context),
    };
    if (sets.core.has(id)) return 'core';
    if (sets.home.has(id) && !isQueryExtra(id)) return 'home';
    // Matches move on all pages that show one; the sign-in has choices side by side; taps are felt; sheets keep their failure.
    if (/[\\/](event-patch|ui[\\/](segmented|haptics|form-failure))/.test(id)) return 'home';
    // Sheets open everywhere, but home has none.
    if (/[\\/]ui[\\/]sheet/.test(id)) return 'sheet';
    // What other pages share with the sign-in must not bring its forms along, nor the fields of some forms the library of all.
    if (!sets.signIn.has(id)) return null;
    if (/[\\/](react-hook-form[\\/]|ui[\\/]use-form)/.test(id)) return 'forms';
    return /[\\/](login|account|ui)[\\/]/.test(id) ? 'sign-in' : null;
  };
};

/** Texts are files of their own: each reader needs one language. */
const isText = (id: string): boolean => id.includes('.gen.');

/** What forms are made of, which pages without one do without. */
const isForm = (id: string): boolean =>
  /[\\/](react-hook-form|login|account|ui[\\/](field|flag|use-form))/.test(id);

/** What checks proofs, which is loaded when there is something to check. */
const isCheck = (id: string): boolean =>
  /[\\/](packages[\\/]verify|@noble)[\\/]|features[\\/]proof[\\/](find-|log-|proof-(rows|file))/.test(id);
/** What it uses: it must neither bring the rest into what all pages share, nor need all of that itself. */
const isBesideCheck = (id: string): boolean =>
  /[\\/](features[\\/]proof[\\/]|packages[\\/](football|money)[\\/]|idb-keyval[\\/]|lib[\\/]device-storage)/.test(
    id,
  );

/** The arithmetic of the slip, for pages that use it. */
const isSlip = (id: string): boolean =>
  /features[\\/]slip[\\/](slip|slip-state|slip-storage|slip-store|quote)\.tsx?/.test(id);
/** The rest of the slip, which comes after the page. */
const isBesideSlip = (id: string): boolean => /[\\/]features[\\/]slip[\\/]/.test(id);

/** How bets are counted and paid, which every page with a bet or a price needs, and the check too. */
const isBet = (id: string): boolean =>
  /packages[\\/](money[\\/]src[\\/](theoretical|system|system-names|factor|payout|builder-factor)|football[\\/]src[\\/]builder-parts)\.ts$/.test(
    id,
  );
/** Cards of bets, and what one does with a bet from there. */
const isCard = (id: string): boolean => /features[\\/](record[\\/]|slip[\\/]bet-again)/.test(id);
/** What pages of the cashier share in small pieces. */
const isCashier = (id: string): boolean =>
  /features[\\/](cashier[\\/](attempts|figures|recharge-tag|test-payment)|money[\\/]entry-row)\.tsx?/.test(
    id,
  );

/**
 * Shared files are named by their content alone, not by all that share them. The first script names a hundred files, so a hash
 * is as short as the bundler allows for their number.
 */
export const chunkName = ({ name }: { name: string }): string =>
  name.startsWith('shared') ? 'assets/shared-[hash:7].js' : 'assets/[name]-[hash:7].js';

/** How modules become files. */
export const chunks = (): Rolldown.CodeSplittingOptions => ({
  groups: [
    { name: firstFiles(), debugName: 'first', test: (id) => !isText(id), priority: 2 },
    // Forms, the pad and searches read what is typed; the others must not bring the forms.
    {
      name: 'typed',
      test: /kit[\\/]src[\\/](typed-text|fold)/,
      priority: 3,
      includeDependenciesRecursively: false,
    },
    // Only pages with amounts to type use the pad.
    { name: 'pad', test: /number-pad[\\/]/, priority: 2, includeDependenciesRecursively: false },
    // Football and money are used elsewhere too.
    { name: 'check', test: isCheck, priority: 2, includeDependenciesRecursively: false },
    { name: 'slip', test: isSlip, priority: 2, includeDependenciesRecursively: false },
    // One file where entries alone would make seven, each a request of its own on almost every page.
    { name: 'bets', test: isBet, priority: 2, includeDependenciesRecursively: false },
    { name: 'card', test: isCard, priority: 2, includeDependenciesRecursively: false },
    { name: 'cashier', test: isCashier, priority: 2, includeDependenciesRecursively: false },
    {
      name: 'common',
      test: (id) => !isText(id) && !isForm(id) && !isBesideCheck(id) && !isBesideSlip(id),
      minShareCount: 5,
      // What they use may be a part's alone.
      includeDependenciesRecursively: false,
      priority: 1,
    },
    {
      name: 'shared',
      test: (id) => !isText(id),
      minShareCount: 2,
      entriesAware: true,
      // Larger chunks would give a page the code of another.
      entriesAwareMergeThreshold: 300,
    },
  ],
});
