import type { Live } from '@touchline/client/live';
import { createLive } from '@touchline/client/live';
import { call } from './call.ts';
import { apiOrigin } from '@touchline/client/origin';
import { isSignedIn } from './session.ts';
import { updateBalance, userStore } from '../state/user.ts';

/** The stream of this page. Subscribe to it where its messages are shown. */
export const live: Live = createLive({
  origin: apiOrigin(location),
  ticket: async () => (await call('liveTicket', {}, { mask: false, quiet: true })).ticket,
  open: (url) => new EventSource(url),
});

// The cache of answers comes after the first page's own code.
const queries = () => import('./query.ts');

/** Fetches the member again; if that fails, what is shown stays. */
const askAgain = (): Promise<void> =>
  queries()
    .then(({ refreshUser }) => refreshUser())
    .catch(() => undefined);

/** Keeps the stream open while a member is signed in, and the cache and balance in step with it. */
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
  let running = false;
  const follow = () => {
    if (isSignedIn() === running) return;
    running = !running;
    if (running) live.start();
    else live.stop();
  };
  userStore.watch(follow);
  follow();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') live.nudge();
  });
  globalThis.addEventListener('online', live.nudge);
};
