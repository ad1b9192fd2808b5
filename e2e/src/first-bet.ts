import type { Bet } from '@touchline/contract/shapes/bet';
import type { Lan } from '@touchline/locales/locales';
import type { Page } from 'playwright-core';
import type { Match } from './feed.ts';
import { memberApi, type MemberApi } from './member-api.ts';
import { memberApp, type MemberApp } from './member-app.ts';

/** A member who has signed up on the page and has a bet of 10.00 on the home side of a match. */
export type MemberWithBet = { app: MemberApp; api: MemberApi; bet: Bet };

/**
 * Signs a visitor up on the page, and places a bet by the API.
 * @param url of the site
 */
export const signUpWithBet = async (
  page: Page,
  { url, match, account, lan = 'en' }: { url: string; match: Match; account: string; lan?: Lan },
): Promise<MemberWithBet> => {
  const app = await memberApp(page, lan);
  await page.goto(url);
  await app.register(account);
  await page.locator('main section button[aria-pressed]').first().waitFor();
  const api = memberApi(url);
  await api.login(account);
  const { markets } = await api.call('eventDetail', { id: match.id });
  const odds = markets.find(({ market }) => market === '1x2')?.selections[0]?.odds ?? '';
  const bet = await api.call('orderAdd', {
    key: `${account}-0001`,
    type: 'single',
    stake: '10.00',
    accept: 'none',
    legs: [{ event: match.id, market: '1x2', selection: '1', odds }],
  });
  return { app, api, bet };
};
