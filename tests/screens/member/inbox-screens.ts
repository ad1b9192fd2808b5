import type { Output } from '@touchline/contract/routes';
import * as samples from './inbox-samples.ts';
import { settle } from './look.ts';
import {
  altered,
  asIfAnswered,
  at,
  cutOff,
  go,
  press,
  refuseInWords,
  waiting,
  type Screen,
  type Stage,
} from './stage.ts';

const notifyPath = '/pages/notify/notify';
const helpPath = '/pages/help/help';
const termsPath = '/pages/terms/terms';

/** Home as it is, with what the house says on it. */
const homeWith = async (stage: Stage, change: Partial<Output<'home'>>): Promise<void> => {
  const { page } = stage;
  await altered(page, 'home', (home) => ({ ...home, ...change }));
  await go(stage, '/');
  // The carousel comes when it is in sight.
  const banner = page.locator('[class*="waiting"]').first();
  if ((await banner.count()) > 0) await banner.scrollIntoViewIfNeeded();
  await banner.waitFor({ state: 'detached' });
  await page.locator('main').evaluate((main) => void main.scrollTo(0, 0));
  await settle(page);
};

const full = { banners: samples.banners, notices: samples.titles, unread: 14 };

const alerts = { settled: true, goals: true, kickOff: false, offers: true, offerAt: '50.00' };

const notify = async (stage: Stage, path = notifyPath): Promise<void> => {
  const { page } = stage;
  await asIfAnswered(page, 'alertInfo', alerts);
  await asIfAnswered(page, 'noticeList', samples.noticePage(...samples.notices));
  await asIfAnswered(page, 'noticeRead', { unread: 1, boxes: { system: 1, letter: 12 } });
  await asIfAnswered(page, 'pushInfo', { publicKey: 'B'.repeat(87), devices: 0 });
  await go(stage, path);
};

const helping = async (stage: Stage, path = helpPath): Promise<void> => {
  const { page } = stage;
  const { help, support } = samples;
  await asIfAnswered(page, 'helpList', { list: help, total: help.length, page: 1, limit: 100 });
  await asIfAnswered(page, 'supportList', { list: support, total: support.length, page: 1, limit: 100 });
  await go(stage, path);
};

const terms = async (stage: Stage, answer: Output<'terms'> = samples.terms): Promise<void> => {
  await asIfAnswered(stage.page, 'terms', answer);
  await go(stage, termsPath);
};

const activities = async (stage: Stage, ...list: typeof samples.activities): Promise<void> => {
  await asIfAnswered(stage.page, 'activityList', { list, total: list.length, page: 1, limit: 100 });
  await go(stage, '/pages/activity/activity');
};

/** Notices and content of the site, on home and on separate pages. */
export const inboxScreens: readonly Screen[] = [
  { name: 'home-full', as: 'player', open: (stage) => homeWith(stage, full) },
  {
    name: 'home-second-banner',
    as: 'player',
    open: async (stage) => {
      await homeWith(stage, full);
      await press(stage.page, stage.t('banner.place', { n: 2, count: 3 }));
    },
  },
  {
    name: 'home-favourites',
    as: 'player',
    open: async (stage) => {
      const starred = [...stage.matches.later, stage.matches.live].filter((event) => event !== undefined);
      await asIfAnswered(stage.page, 'favouriteList', {
        list: starred.map(({ id }) => ({ kind: 'match' as const, id })),
      });
      await homeWith(stage, {});
    },
  },
  { name: 'notify', as: 'beginner', open: (stage) => notify(stage) },
  { name: 'notify-open', as: 'beginner', open: (stage) => notify(stage, `${notifyPath}?id=n1`) },
  {
    name: 'notify-delete',
    as: 'beginner',
    open: async (stage) => {
      await notify(stage, `${notifyPath}?id=n1`);
      await press(stage.page, stage.t('inbox.delete'));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'notify-alerts',
    as: 'beginner',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'alertInfo', alerts);
      await asIfAnswered(stage.page, 'pushInfo', { publicKey: 'B'.repeat(87), devices: 2 });
      await go(stage, notifyPath);
    },
  },
  {
    name: 'notify-none',
    as: 'beginner',
    open: async (stage) => {
      const none = { ...samples.noticePage(), unread: { system: 0, letter: 0 } };
      await asIfAnswered(stage.page, 'noticeList', none);
      await go(stage, notifyPath);
    },
  },
  { name: 'notify-waiting', as: 'beginner', open: waiting(notifyPath, 'noticeList') },
  {
    name: 'notify-unreachable',
    as: 'beginner',
    open: async (stage) => {
      await cutOff(stage.page, 'noticeList');
      await go(stage, notifyPath);
    },
  },
  {
    name: 'notify-failed',
    as: 'beginner',
    open: async (stage) => {
      await refuseInWords(stage.page, 'noticeList', { reason: 'fault', requestId: 'k3f9q2-1a' });
      await go(stage, notifyPath);
      await stage.page.getByText(stage.t('common.retry')).first().waitFor();
    },
  },
  { name: 'help', as: 'visitor', open: (stage) => helping(stage) },
  { name: 'help-open', as: 'visitor', open: (stage) => helping(stage, `${helpPath}?id=h2`) },
  { name: 'help-search', as: 'visitor', open: (stage) => helping(stage, `${helpPath}?q=withdrawal%20fee`) },
  {
    name: 'help-none',
    as: 'visitor',
    open: async (stage) => {
      await helping(stage);
      await stage.page.getByRole('main').getByRole('searchbox').fill('zzzz');
      await stage.page.getByText(stage.t('help.none')).waitFor();
    },
  },
  { name: 'help-waiting', as: 'visitor', open: waiting(helpPath, 'helpList', 'supportList') },
  {
    name: 'company',
    as: 'visitor',
    open: async (stage) => {
      await asIfAnswered(stage.page, 'companyProfile', {
        sections: samples.sections,
        licence: { holder: 'Touchline Sports (Malta) Limited', number: 'MGA/B2C/000/2026' },
      });
      await go(stage, '/pages/companyprofile/companyprofile');
    },
  },
  { name: 'activity', as: 'beginner', open: (stage) => activities(stage, ...samples.activities) },
  { name: 'activity-none', as: 'beginner', open: (stage) => activities(stage) },
  { name: 'terms', as: 'beginner', open: (stage) => terms(stage) },
  {
    name: 'terms-old',
    as: 'beginner',
    open: (stage) => terms(stage, { ...samples.terms, version: '1', publishedAt: '2026-01-01' }),
  },
  {
    name: 'terms-one',
    as: 'visitor',
    open: (stage) => terms(stage, { ...samples.terms, versions: samples.terms.versions.slice(0, 1) }),
  },
  {
    name: 'terms-waiting',
    as: 'visitor',
    open: async (stage) => {
      await waiting(termsPath, 'terms')(stage);
    },
  },
  {
    name: 'signup-end',
    as: 'visitor',
    open: async (stage) => {
      await go(stage, '/pages/login/signup');
      await stage.page.getByRole('button', { name: stage.t('signup.submit') }).scrollIntoViewIfNeeded();
      await settle(stage.page);
    },
  },
  { name: 'home-plain', as: 'beginner', open: at('/') },
];
