import type { QueryClient } from '@tanstack/react-query';
import { allowTranslation } from '@touchline/kit/translated-page';
import { call } from '../lib/call.ts';
import { isConnected, watchConnection } from '../lib/connection.ts';
import { bringBackAnswers, keepAnswers } from '../lib/kept-answers.ts';
import { live, startLive } from '../lib/live-stream.ts';
import { newestEvents, queryClient, refreshUser } from '../lib/query.ts';
import { isSignedIn } from '../lib/session.ts';
import { followBetNews } from '../features/bet-news/follow-bet-news.ts';
import { catchUp, followLive } from '../features/live/live-cache.ts';
import { followStars } from '../features/stars/follow-stars.ts';
import { isHidden, laterWhenSeen } from '../lib/when-seen.ts';
import { currentLan } from '../lib/i18n.tsx';
import { bettingStore } from '../lib/betting.ts';
import { replaceUser, userStore } from '../lib/user.ts';
import { leaveSheetEntries } from '../ui/back-closes.ts';

/** How often the answers are put by while the page is open. */
const keepEveryMs = 60_000;

/**
 * Puts answers by for times without a network, brings them back when there is none, and asks for what is shown again
 * when there is one.
 */
const followConnection = (client: QueryClient): void => {
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

/** After this time, milliseconds, each server knows what another has sent to the streams: it looks once a second. */
const laterMs = 2_000;

/** Mails and notices are in the language that was chosen last. */
const saveLanguage = async (): Promise<void> => {
  const language = currentLan();
  if (!isSignedIn() || userStore.read()?.language === language) return;
  replaceUser(await call('profileSave', { language }, { mask: false, quiet: true }));
};

/**
 * Runs on every page: the live stream, changes of prices and results, answers stored for use offline, news of a member's bets, stars
 * that are the same on all devices, and steps in the history that all lead to another page.
 */
export const keepInStep = (): void => {
  allowTranslation();
  followLive(live, queryClient, newestEvents);
  live.subscribe('betting', bettingStore.write);
  void saveLanguage().catch(() => undefined);
  const catchUpSoon = (): void => {
    laterWhenSeen(() => {
      void catchUp(queryClient);
      if (isSignedIn()) void refreshUser().catch(() => undefined);
    }, laterMs);
  };
  live.onFirstOpen(catchUpSoon);
  live.onReconnect(catchUpSoon);
  followConnection(queryClient);
  followBetNews(live, queryClient);
  followStars();
  leaveSheetEntries();
  startLive();
};
