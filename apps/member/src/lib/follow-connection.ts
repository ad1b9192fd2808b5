import type { QueryClient } from '@tanstack/react-query';
import { isHidden } from './when-seen.ts';
import { isConnected, watchConnection } from './connection.ts';
import { bringBackAnswers, keepAnswers } from './kept-answers.ts';

/** How often the answers are put by while the page is open. */
const keepEveryMs = 60_000;

/**
 * Puts answers by for times without a network, brings them back when there is none, and asks for what is shown again
 * when there is one.
 */
export const followConnection = (client: QueryClient): void => {
  let wasConnected = true;
  const follow = (): void => {
    const connected = isConnected();
    if (connected === wasConnected) return;
    wasConnected = connected;
    // A page that is not seen asks when it is.
    const refetchType = isHidden() ? 'none' : 'active';
    if (connected) void client.invalidateQueries({ refetchType });
    else void bringBackAnswers(client).catch(() => undefined);
  };
  const keep = (): void => {
    if (isConnected()) void keepAnswers(client).catch(() => undefined);
  };
  watchConnection(follow);
  follow();
  setInterval(keep, keepEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (isHidden()) keep();
  });
};
