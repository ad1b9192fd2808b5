import { paths } from '@touchline/contract/paths';
import { at, keys, steps, visit, type Screen } from './stage.ts';

/** Where a person signs in, the first page, and what every page has. */
export const dayScreens: readonly Screen[] = [
  { name: 'sign-in', open: at('/sign-in') },
  { name: 'today-owner', as: 'host', open: at('/') },
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
