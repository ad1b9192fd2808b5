import type { QueryClient } from '@tanstack/react-query';
import { whenIdle } from './when-seen.ts';

/** How long a slow answer may hold up what comes after the first page, milliseconds. */
const longestMs = 3_000;

let mount: () => void;
/** Tells that a page is there and has asked for what it shows, or why it cannot be shown. */
export const notePage = (): void => mount();
const pageMounted = new Promise<void>((resolve) => {
  mount = resolve;
});

let show: () => void;

/**
 * Resolves when the first page is on the screen with its answers. What is not visible yet is fetched after it, so that it does
 * not share the network with what the page needs.
 */
export const firstPageShown = new Promise<void>((resolve) => {
  show = resolve;
});

const idle = (): Promise<void> => new Promise((done) => void whenIdle(done));

/** Waits until no answer is on its way, or the time is up. */
const answersCame = (client: QueryClient): Promise<void> =>
  new Promise((done) => {
    const end = (): void => {
      stop();
      clearTimeout(timer);
      done();
    };
    const look = (): void => {
      if (client.isFetching() === 0) end();
    };
    const stop = client.getQueryCache().subscribe(look);
    const timer = setTimeout(end, longestMs);
    look();
  });

/**
 * Waits for the first page and lets `firstPageShown` resolve, also when the page failed. A first tap or key ends the wait,
 * as it may be for what has not been fetched.
 * @param loaded resolves when the router has loaded the page
 * @param queries brings the cache of answers, which the page brings too
 */
export const awaitFirstPage = async (
  loaded: Promise<void>,
  queries: () => Promise<{ queryClient: QueryClient }>,
): Promise<void> => {
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, show, { once: true });
  try {
    await loaded;
    // A slow device may have loaded the page and not drawn it: nothing is on its way then.
    await pageMounted;
    await idle();
    const { queryClient } = await queries();
    await answersCame(queryClient);
    await idle();
  } catch {
    // The page shows what failed.
  } finally {
    show();
  }
};
