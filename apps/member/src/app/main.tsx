import '@touchline/kit/colours.css';
import '@touchline/kit/sizes.css';
import './base.css';
import { ignoreComposedKeys } from '@touchline/kit/composed-keys';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { onInsufficient } from '../lib/report.ts';
import { isSignedIn, onSignedOut } from '../lib/session.ts';
import { fetchSystemConfig } from '../lib/system-config.ts';
import { isBent, readEntry } from './entry-address.ts';
import { allTexts, currentLan, onLanguage, startLanguage } from '../lib/i18n.tsx';
import { historySteps } from '../ui/history-steps.ts';
import { forgetPages } from '../lib/page-memory.ts';
import { preloadOfflineNote } from '../features/frame/offline-watch.tsx';
import { createAppRouter } from './router.tsx';
import { StartFailure } from './views.tsx';
import { configStore, updateConfig } from '../lib/config.ts';
import { arePagesClosed } from '../lib/public-pages.ts';
import { awaitFirstPage, firstPageShown } from '../lib/first-page.ts';
import { awaitInstallPrompt } from '../lib/install.ts';
import { startTheme } from '../lib/theme.ts';
import { endedStore } from '../lib/user.ts';
import { allowSkippedSlides } from './slide.ts';

// The cache of answers loads with the first page, not before it.
const queries = () => import('../lib/query.ts');

/** The step of the history that the page is at; undefined in browsers that do not tell. */
const stepOf = () => globalThis.navigation?.currentEntry?.key;

/** Writes the address as it was meant, and keeps the codes that it has. */
const enter = async (): Promise<void> => {
  const { pathname, search, hash } = location;
  const step = stepOf();
  const straight = isBent(location)
    ? await import('./straight-entry.ts').then(
        ({ straightEntry }) => straightEntry({ search, hash }),
        () => undefined,
      )
    : undefined;
  const { address, codes } = readEntry({ pathname, search, hash, ...straight });
  // By now a tap may have led elsewhere.
  if (stepOf() === step && address !== `${pathname}${search}${hash}`)
    history.replaceState(history.state, '', address);
  updateConfig(codes);
};

const start = async (container: HTMLElement): Promise<void> => {
  ignoreComposedKeys();
  await enter();
  // A link may be put into the address of a page that is open. The router listens after this.
  addEventListener('popstate', () => void enter());
  updateConfig({ screenHeight: innerHeight });
  startTheme();
  awaitInstallPrompt();
  allowSkippedSlides();

  const root = createRoot(container);
  historySteps.start();
  const router = createAppRouter();
  // The code of the first page comes while the texts do; a failure shows once there are words for it.
  const loaded = router.load();
  // The first one takes a browser longer than all that follow: better now than within the first page.
  setTimeout(() => new Intl.NumberFormat(currentLan()));
  try {
    await startLanguage();
  } catch {
    root.render(<StartFailure />);
    return;
  }

  const render = () => root.render(<RouterProvider key={currentLan()} router={router} />);
  // What was answered is in the language before.
  onLanguage(
    () =>
      void queries()
        .then(({ queryClient }) => queryClient.clear())
        .then(render),
  );
  onInsufficient(() => void router.navigate({ to: '/pages/mine/recharge', search: {} }));
  onSignedOut(() => {
    forgetPages();
    const isEnded = endedStore.reload() !== undefined;
    void import('./forget.ts').then(({ forget }) => forget(isEnded)).catch(() => undefined);
    const search = isEnded ? { to: router.state.location.href } : {};
    void router.navigate({ to: '/pages/login/login', search, replace: true });
  });
  // A first visit, and one while the site closes its pages, learns it only here.
  configStore.watch(() => {
    if (arePagesClosed()) void router.invalidate();
  });
  render();
  // Neither is worth a message when it fails: what is stored is shown until the next try.
  if (isSignedIn()) {
    void queries()
      .then(({ refreshUser }) => refreshUser())
      .catch(() => undefined);
  }
  const lan = currentLan();
  const refreshSite = (): Promise<void> =>
    fetchSystemConfig()
      .then(startLanguage)
      .then(() => (currentLan() === lan ? undefined : render()))
      .catch(() => undefined);
  // A first visit starts in English before the site's own language is known; later ones have stored it.
  const isFirstVisit = configStore.read().site === undefined;
  const siteIsKnown = isFirstVisit ? refreshSite() : undefined;

  void awaitFirstPage(loaded, queries);
  await firstPageShown;
  void import('./keep-in-step.ts').then(({ keepInStep }) => keepInStep()).catch(() => undefined);
  await (siteIsKnown ?? refreshSite());
  // By the first tap the texts of the other pages are there.
  await allTexts().catch(() => undefined);
  preloadOfflineNote();
  await keepApp();
};

/** Keeps the app on this device for times without a network; browsers that refuse show it all the same. */
const keepApp = async (): Promise<void> => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await import('../features/install/app-worker.ts')
    .then(({ startWorker }) => startWorker())
    .catch(() => undefined);
};

const container = document.querySelector<HTMLElement>('#root');
if (container) void start(container);
