import { paths } from '@touchline/contract/paths';
import { at, keys, rowAt, steps, visit, type Screen } from './stage.ts';

/** Where a person signs in, the first page, and what every page has. */
export const dayScreens: readonly Screen[] = [
  { name: 'sign-in', open: at('/sign-in') },
  { name: 'first', open: at('/first?code=none') },
  { name: 'today-owner', as: 'host', open: at('/') },
  { name: 'today-trader', as: 'trader1', open: at('/') },
  { name: 'today-cashier', as: 'cashier1', open: at('/') },
  { name: 'today-auditor', as: 'auditor', open: at('/') },
  { name: 'account', as: 'host', open: at('/account') },
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
  { name: 'members', as: 'host', open: at('/members') },
  { name: 'members-none', as: 'host', open: at('/members?q=nobody-at-all') },
  { name: 'member', as: 'host', open: rowAt('/members', 'marta.silva') },
  ...['bets', 'money', 'team', 'play', 'notes', 'sessions'].map((tab, nth): Screen => ({
    name: `member-${tab}`,
    as: 'host',
    open: steps(rowAt('/members', 'marta.silva'), keys(String(nth + 2))),
  })),
  {
    name: 'member-bet',
    as: 'host',
    open: steps(rowAt('/members', 'marta.silva'), keys('2'), async ({ page }) => {
      await page.locator('[data-row]').first().click();
    }),
  },
  { name: 'member-locked', as: 'host', open: rowAt('/members', 'oluwaseun') },
  { name: 'flags', as: 'host', open: at('/flags') },
  { name: 'flag', as: 'host', open: rowAt('/flags') },
];
