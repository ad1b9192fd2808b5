import { settle } from './look.ts';
import { at, go, type Screen, type Stage } from './stage.ts';

/** A page that was open when the network went. */
const offline = (path: string) => async (stage: Stage) => {
  const { page, t } = stage;
  await go(stage, path);
  await page.context().setOffline(true);
  await page.getByText(t('shell.offline')).waitFor();
  await settle(page);
};

/** As if another tab had taken a newer version of the app. */
const updated = async (stage: Stage): Promise<void> => {
  const { page, t } = stage;
  // Once the worker has taken over, a page is opened that it serves.
  await go(stage, '/');
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await go(stage, '/');
  await page.waitForTimeout(500);
  await page.evaluate(`navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))`);
  await page.getByRole('complementary', { name: t('shell.update') }).waitFor();
};

/** What lies around the pages, and addresses that lead to the same. */
export const shellScreens: readonly Screen[] = [
  { name: 'offline-home', as: 'player', open: offline('/') },
  {
    name: 'offline-match',
    as: 'player',
    open: (stage) => offline(`/pages/invest/eventsinfo?id=${stage.matches.coming.id}`)(stage),
  },
  { name: 'offline-records', as: 'player', open: offline('/pages/gamerecord/gamerecord') },
  { name: 'update-offer', as: 'player', worker: true, open: updated },
  { name: 'home-alias', as: 'beginner', open: at('/pages/index/index') },
];
