import { settle } from './look.ts';
import { altered, asIf, hold, match, waiting, type Screen, type Stage } from './stage.ts';

/** What lies behind the prices of the first market of a group. */
const behind = (group: 'score' | 'handicap') => async (stage: Stage) => {
  const { page, matches } = stage;
  await match(stage, matches.coming, group);
  await page.locator('main section button[aria-expanded="false"]').first().click();
  await settle(page);
  await page.locator('summary').first().scrollIntoViewIfNeeded();
};

/** One match and its markets. */
export const matchScreens: readonly Screen[] = [
  { name: 'match', as: 'player', open: (stage) => match(stage, stage.matches.coming) },
  {
    name: 'match-score',
    as: 'player',
    open: (stage) => match(stage, stage.matches.coming, 'score'),
  },
  {
    name: 'match-score-half',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming, 'score');
      await stage.page.getByRole('radio', { name: stage.t('event.firstHalf') }).click();
    },
  },
  {
    name: 'match-goals',
    as: 'player',
    open: (stage) => match(stage, stage.matches.coming, 'goals'),
  },
  {
    name: 'match-handicap',
    as: 'player',
    open: (stage) => match(stage, stage.matches.coming, 'handicap'),
  },
  {
    name: 'match-halves',
    as: 'player',
    open: (stage) => match(stage, stage.matches.coming, 'halves'),
  },
  {
    name: 'match-stopped',
    as: 'player',
    open: async (stage) => {
      const { page, matches } = stage;
      // The stream would say that betting is open.
      await hold(page, 'liveTicket');
      await altered(page, 'systemConfig', (config) => ({
        ...config,
        betting: { stoppedAt: new Date().toISOString() },
      }));
      await altered(page, 'eventDetail', (event) => ({
        ...event,
        markets: event.markets.map((market) => ({ ...market, state: 'suspended' as const })),
      }));
      await match(stage, matches.coming);
      await page.getByText(stage.t('betting.stopped')).waitFor();
    },
  },
  {
    name: 'match-search',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming);
      await stage.page.getByRole('main').getByRole('searchbox').fill('2.5');
      await stage.page.waitForTimeout(400);
    },
  },
  {
    name: 'match-search-none',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming);
      await stage.page.getByRole('main').getByRole('searchbox').fill('zzzz');
      await stage.page.getByText(stage.t('event.noMatch')).waitFor();
    },
  },
  {
    name: 'match-insight',
    as: 'player',
    open: async (stage) => {
      const { page, matches } = stage;
      await match(stage, matches.live ?? matches.coming);
      await page.locator('main section button[aria-expanded="false"]').first().click();
      await page.locator('summary').first().click();
    },
  },
  {
    name: 'match-folded',
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming);
      const folds = stage.page.locator('main h2 button');
      for (const nth of [0, 1, 3]) await folds.nth(nth).click();
    },
  },
  ...(['rate', 'fractional', 'american', 'malay'] as const).map((format): Screen => ({
    name: `match-score-${format}`,
    as: 'player',
    open: async (stage) => {
      await match(stage, stage.matches.coming, 'score');
      await stage.page.getByRole('combobox', { name: stage.t('odds.title') }).selectOption(format);
      await stage.page.waitForTimeout(100);
      await stage.page.evaluate(`localStorage.removeItem('odds-display')`);
    },
  })),
  ...(['abandoned', 'postponed', 'cancelled'] as const).map((state): Screen => ({
    name: `match-${state}`,
    as: 'player',
    open: (stage) => asIf(stage, stage.matches.coming, { state }, () => match(stage, stage.matches.coming)),
  })),
  { name: 'match-live', as: 'player', open: (stage) => match(stage, stage.matches.live) },
  {
    name: 'match-live-handicap',
    as: 'player',
    open: (stage) => match(stage, stage.matches.live, 'handicap'),
  },
  { name: 'match-insight-score', as: 'player', open: behind('score') },
  { name: 'match-insight-handicap', as: 'player', open: behind('handicap') },
  { name: 'match-waiting', as: 'player', open: waiting('/pages/invest/eventsinfo?id=none', 'eventDetail') },
  { name: 'match-finished', as: 'player', open: (stage) => match(stage, stage.matches.finished) },
  { name: 'match-unknown', as: 'player', open: (stage) => match(stage, undefined) },
];
