import type { Live } from '@touchline/client/live';
import { createLive } from '@touchline/client/live';
import { call } from './call.ts';
import { apiOrigin } from '@touchline/client/origin';
import { isSignedIn } from './session.ts';
import { updateBalance, userStore } from '../state/user.ts';

/** The stream of this page. Subscribe to it where its messages are shown. */
export const live: Live = createLive({
  origin: apiOrigin(location),
  ticket: async () =>
    (await call(isSignedIn() ? 'liveTicket' : 'visitorTicket', {}, { mask: false, quiet: true })).ticket,
  open: (url) => new EventSource(url),
});

// The cache of answers comes after the first page's own code.
const queries = () => import('./query.ts');

/** Fetches the member again; if that fails, what is shown stays. */
const askAgain = async (): Promise<void> => {
  if (!isSignedIn()) return;
  await queries()
    .then(({ refreshUser }) => refreshUser())
    .catch(() => undefined);
};

// Whether a visitor has opened a page with prices; before that the stream would send a visitor nothing.
let isWatched = false;
let follow = (): void => undefined;

/** Opens the stream for a visitor too, from the first page with prices on. */
export const watchPrices = (): void => {
  isWatched = true;
  follow();
};

/** Keeps the stream open for a member, or a visitor who looks at prices, and the cache and balance in step with it. */
export const startLive = (): void => {
  live.subscribe('balance', updateBalance);
  // What a recharge adds to the turnover comes with the member.
  live.subscribe('recharge', ({ state }) => {
    if (state === 'credited') void askAgain();
  });
  live.onReconnect(() => {
    void queries()
      .then(({ queryClient }) => queryClient.invalidateQueries())
      .catch(() => undefined);
    void askAgain();
  });
  let reader: string | undefined;
  follow = () => {
    const next = userStore.read()?.id ?? (isWatched ? 'visitor' : undefined);
    if (next === reader) return;
    reader = next;
    // A new ticket opens the stream of the member who is signed in now.
    if (reader === undefined) live.stop();
    else live.start();
  };
  userStore.watch(follow);
  follow();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.nudge();
  });
  globalThis.addEventListener('online', live.nudge);
};
