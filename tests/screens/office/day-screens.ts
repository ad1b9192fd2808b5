import { paths } from '@touchline/contract/paths';
import { altered } from '../member/stage.ts';
import { at, keys, steps, visit, type Screen, type Stage } from './stage.ts';

/** The first page of a site that has one owner. */
const ownerAlone = async (stage: Stage): Promise<void> => {
  await altered(stage.page, 'officeToday', (today) => ({
    ...today,
    alarms: [...today.alarms, { alarm: 'owner_alone', page: 'operators', count: 1, names: [] }],
  }));
  await visit(stage, '/');
};

/** A page of an operator who is new and decides tomorrow. */
const waits = async (stage: Stage): Promise<void> => {
  const waitsUntil = new Date(Date.now() + 80_000_000).toISOString();
  await altered(stage.page, 'officeMe', (me) => ({ ...me, waitsUntil }));
  await visit(stage, '/corrections');
};

/** Where a person signs in, the first page, and what every page has. */
export const dayScreens: readonly Screen[] = [
  { name: 'sign-in', open: at('/sign-in') },
  { name: 'today-owner', as: 'host', open: at('/') },
  { name: 'today-owner-alone', as: 'host', open: ownerAlone },
  { name: 'waits', as: 'cashier1', open: waits },
  { name: 'today-trader', as: 'trader1', open: at('/') },
  { name: 'today-cashier', as: 'cashier1', open: at('/') },
  { name: 'today-auditor', as: 'auditor', open: at('/') },
  { name: 'help', as: 'trader1', open: steps(at('/matches'), keys('?')) },
  { name: 'forbidden', as: 'cashier1', open: at('/settings') },
  { name: 'not-found', as: 'host', open: at('/nowhere') },
  {
    name: 'error',
    as: 'cashier1',
    open: async (stage) => {
      await stage.page.route(`**${paths.officeMemberList[1]}*`, (route) => route.abort());
      await visit(stage, '/members');
    },
  },
  {
    name: 'menu',
    as: 'host',
    open: steps(at('/'), async ({ page }) => page.locator('header button').last().click()),
  },
];
