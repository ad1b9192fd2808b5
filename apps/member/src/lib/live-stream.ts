import type { StreamSource } from '@touchline/client/event-stream';
import { createLive, type Live } from '@touchline/client/live';
import { apiOrigin } from '@touchline/client/origin';
import { openSharedStream } from '@touchline/client/stream-sharing';
import { isHidden } from './when-seen.ts';
import { currentLan } from './i18n.tsx';
import { updateBalance, userStore } from './user.ts';
import { call } from './call.ts';
import { queryClient, refreshUser } from './query.ts';
import { isSignedIn } from './session.ts';
import { arePricesWatched, onPricesWatched } from './watched-prices.ts';

/** Whose messages this page receives: a member's id, `visitor`, or none, as while it is hidden. */
let reader: string | undefined;

/** One stream for all pages of this browser that show the same to the same reader; one for this page where it cannot share. */
const share = (openOwn: () => StreamSource): StreamSource => {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return openOwn();
  try {
    return openSharedStream({
      name: `touchline.live.${reader} ${currentLan()}`,
      locks: navigator.locks,
      openChannel: (name) => new BroadcastChannel(name),
      openOwn,
    });
  } catch {
    // Browsers that refuse storage refuse channels too.
    return openOwn();
  }
};

/** The stream of this page. Subscribe to it where its messages are shown. */
export const live: Live = createLive({
  origin: apiOrigin(location),
  ticket: async () =>
    (await call(isSignedIn() ? 'liveTicket' : 'visitorTicket', {}, { mask: false, quiet: true })).ticket,
  open: (url) => new EventSource(url),
  share,
});

/** Fetches the member again; if that fails, what is shown stays. */
const askAgain = async (): Promise<void> => {
  if (isSignedIn()) await refreshUser().catch(() => undefined);
};

/**
 * Keeps the stream open while the page is seen, for a member, or a visitor who looks at prices, and the cache and balance in
 * step with it.
 */
export const startLive = (): void => {
  live.subscribe('balance', updateBalance);
  // What a recharge adds to the turnover comes with the member.
  live.subscribe('recharge', ({ state }) => {
    if (state === 'credited') void askAgain();
  });
  live.onReconnect(() => {
    void queryClient.invalidateQueries();
    void askAgain();
  });
  const follow = (): void => {
    const next = userStore.read()?.id ?? (arePricesWatched() ? 'visitor' : undefined);
    const seen = isHidden() ? undefined : next;
    if (seen === reader) return;
    reader = seen;
    // A new ticket opens the stream of the member who is signed in now.
    if (reader === undefined) live.stop();
    else live.start();
  };
  userStore.watch(follow);
  onPricesWatched(follow);
  follow();
  document.addEventListener('visibilitychange', () => {
    // What is on the page is old from now on, and fetched when the page is seen again.
    if (isHidden() && reader !== undefined) void queryClient.invalidateQueries({ refetchType: 'none' });
    follow();
  });
  // The member, or the network, is back.
  for (const back of ['focus', 'online']) addEventListener(back, live.nudge);
};
