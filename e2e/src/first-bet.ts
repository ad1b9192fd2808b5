import type { Bet } from '@touchline/contract/shapes/bet';
import type { Lan } from '@touchline/locales/locales';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
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
  const api = memberApi(url);
  // The match is from another process: the server knows it a moment later.
  const isKnown = async () =>
    (await api.call('eventList', { state: 'open', page: 1, limit: 100 })).list.some(
      ({ id }) => id === match.id,
    );
  await expect.poll(isKnown, { timeout: 15_000 }).toBe(true);
  await page.goto(url);
  await app.register(account);
  await page.locator('main section button[aria-pressed]').first().waitFor();
  await api.login(account);
  return { app, api, bet: await placeBet(api, match) };
};

/** Bets 10.00 on the home side of a match. */
export const placeBet = async (api: MemberApi, match: Pick<Match, 'id'>): Promise<Bet> => {
  const { markets } = await api.call('eventDetail', { id: match.id });
  const odds = markets.find(({ market }) => market === '1x2')?.selections[0]?.odds ?? '';
  return api.call('orderAdd', {
    key: crypto.randomUUID(),
    type: 'single',
    stake: '10.00',
    accept: 'none',
    legs: [{ event: match.id, market: '1x2', selection: '1', odds }],
  });
};
