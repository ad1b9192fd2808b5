import type { Restriction } from '@touchline/contract/shapes/play';
import type { Page } from 'playwright-core';
import { settle } from './look.ts';
import * as samples from './play-samples.ts';
import {
  altered,
  asIfAnswered,
  cutOff,
  go,
  press,
  slip,
  type,
  waiting,
  type Screen,
  type Stage,
} from './stage.ts';

const playPath = '/pages/information/play';
const statementPath = '/pages/information/statement';

/** The member as the server would tell of one who pauses. */
const asPausing = (page: Page, restriction: Restriction): Promise<unknown> =>
  altered(page, 'userInfo', (user) => ({ ...user, restriction }));

const played = async (stage: Stage, change: Parameters<typeof samples.info>[0] = {}): Promise<void> => {
  await asIfAnswered(stage.page, 'playInfo', samples.info(change));
  await asIfAnswered(stage.page, 'helpLines', samples.helpLines);
};

/** The page with one of its sheets. */
const open = (query: string) => async (stage: Stage) => {
  await played(stage);
  await go(stage, `${playPath}?open=${query}`);
  await stage.page.getByRole('dialog').waitFor();
};

const limit = (nth: number, digits: string) => async (stage: Stage) => {
  await played(stage);
  await go(stage, playPath);
  await stage.page.locator('main section li button').nth(nth).click();
  await stage.page.getByRole('dialog').waitFor();
  await type(stage, digits);
};

const choose = async ({ page, t }: Stage, nth: number): Promise<void> => {
  await page.getByRole('dialog').getByRole('radio').nth(nth).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('play.next') })
    .click();
};

const row = async (stage: Stage, id: 'play.exclude'): Promise<void> => {
  await played(stage);
  await go(stage, playPath);
  await press(stage.page, stage.t(id));
  await stage.page.getByRole('dialog').waitFor();
};

const paused = (path: string, restriction: Restriction) => async (stage: Stage) => {
  await asPausing(stage.page, restriction);
  await played(stage, { restriction, openStakes: '0.00' });
  await go(stage, path);
  await stage.page.locator('aside').waitFor();
  await settle(stage.page);
};

const statement = async (stage: Stage): Promise<void> => {
  await stage.page.route('**/playStatement*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const data = samples.statement(query.get('from') ?? '', query.get('to') ?? '');
    return route.fulfill({ json: { code: 1, msg: '', data } });
  });
  await go(stage, statementPath);
};

/** A bet that safer play refuses, in the server's words. */
const refusedFor = (reason: string, msg: (stage: Stage) => string) => async (stage: Stage) => {
  const { page } = stage;
  await page.route('**/orderAdd', (route) =>
    route.fulfill({ json: { code: 0, msg: msg(stage), data: { reason } } }),
  );
  await slip(stage, '10');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /10[.,]00/ })
    .first()
    .click();
  await page.getByRole('dialog').locator('output a').waitFor();
};

/** Safer play, everywhere it shows. */
export const playScreens: readonly Screen[] = [
  {
    name: 'play',
    as: 'beginner',
    open: async (stage) => {
      await played(stage);
      await go(stage, playPath);
    },
  },
  { name: 'play-real', as: 'player', open: (stage) => go(stage, playPath) },
  { name: 'play-waiting', as: 'beginner', open: waiting(playPath, 'playInfo') },
  {
    name: 'play-unreachable',
    as: 'beginner',
    open: async (stage) => {
      await cutOff(stage.page, 'playInfo');
      await go(stage, playPath);
    },
  },
  { name: 'play-limit', as: 'beginner', open: limit(0, '250') },
  { name: 'play-limit-higher', as: 'beginner', open: limit(3, '250') },
  { name: 'play-limit-pending', as: 'beginner', open: limit(1, '') },
  { name: 'play-limit-ready', as: 'beginner', open: limit(8, '') },
  { name: 'play-time-out', as: 'beginner', open: open('timeOut') },
  {
    name: 'play-time-out-confirm',
    as: 'beginner',
    open: async (stage) => {
      await open('timeOut')(stage);
      await choose(stage, 2);
    },
  },
  { name: 'play-exclude', as: 'beginner', open: (stage) => row(stage, 'play.exclude') },
  {
    name: 'play-exclude-confirm',
    as: 'beginner',
    open: async (stage) => {
      await row(stage, 'play.exclude');
      await choose(stage, 1);
      await stage.page.getByRole('dialog').locator('input').fill('secret1');
    },
  },
  {
    name: 'play-exclude-for-good',
    as: 'beginner',
    open: async (stage) => {
      await row(stage, 'play.exclude');
      await choose(stage, 4);
    },
  },
  { name: 'play-help', as: 'beginner', open: open('help') },
  {
    name: 'play-net',
    as: 'beginner',
    open: async (stage) => {
      await played(stage);
      await go(stage, '/pages/invest/invest');
      await press(stage.page, stage.t('shell.net'));
      await stage.page.getByRole('dialog').locator('table').waitFor();
    },
  },
  {
    name: 'play-reality',
    as: 'beginner',
    open: async (stage) => {
      const { reality } = samples.info();
      await played(stage, { reality: { ...reality, due: true } });
      await go(stage, '/pages/invest/invest');
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  { name: 'play-statement', as: 'beginner', open: statement },
  {
    name: 'play-statement-table',
    as: 'beginner',
    open: async (stage) => {
      await statement(stage);
      await press(stage.page, stage.t('play.statement.week'));
      await settle(stage.page);
      await stage.page.locator('summary').click();
    },
  },
  {
    name: 'play-statement-year',
    as: 'beginner',
    open: async (stage) => {
      await statement(stage);
      await press(stage.page, stage.t('play.statement.year'));
      await settle(stage.page);
    },
  },
  {
    name: 'play-statement-own',
    as: 'beginner',
    open: async (stage) => {
      await statement(stage);
      await press(stage.page, stage.t('play.statement.own'));
      await settle(stage.page);
    },
  },
  { name: 'play-statement-real', as: 'player', open: (stage) => go(stage, statementPath) },
  { name: 'paused-home', as: 'beginner', open: paused('/', samples.timeOut) },
  { name: 'paused-bet', as: 'beginner', open: paused('/pages/invest/invest', samples.excluded) },
  { name: 'paused-recharge', as: 'beginner', open: paused('/pages/recharge/recharge', samples.timeOut) },
  { name: 'paused-withdraw', as: 'beginner', open: paused('/pages/information/withdraw', samples.forGood) },
  { name: 'paused-team', as: 'beginner', open: paused('/pages/team/team', samples.forGood) },
  { name: 'paused-play', as: 'beginner', open: paused(playPath, samples.excluded) },
  {
    name: 'slip-excluded',
    as: 'player',
    open: refusedFor('excluded', ({ t }) => `${t('play.excludedForGood')}. ${t('play.withdrawOpen')}`),
  },
  {
    name: 'slip-limit',
    as: 'player',
    open: refusedFor('limit_reached', ({ t }) => `${t('play.limit.stake')}: ${t('play.per.day')}. 12:30`),
  },
];
