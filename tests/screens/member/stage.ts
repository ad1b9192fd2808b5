import type { Event } from '@touchline/contract/shapes/football';
import { paths, type RouteName } from '@touchline/contract/paths';
import type { Refusal } from '@touchline/contract/envelope';
import { reasons, type Reason } from '@touchline/contract/reasons';
import type { Output } from '@touchline/contract/routes';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import { fallbackLan, isLan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Translate } from '@touchline/locales/translator';
import type { Page } from 'playwright-core';
import { settle } from './look.ts';

/** What a screen is opened with. */
export type Stage = {
  page: Page;
  url: string;
  t: Translate<AppMessages>;
  /** Matches of each kind, as far as there are any. */
  matches: {
    coming: Event;
    /** More matches to come, for bets of several legs. */
    later: readonly Event[];
    live: Event | undefined;
    finished: Event | undefined;
  };
};

export type Screen = {
  name: string;
  /** Who looks at it. */
  as: 'visitor' | 'beginner' | 'player';
  /** Whether the app's worker is part of it; it would keep calls from being changed on their way. */
  worker?: true;
  open: (stage: Stage) => Promise<void>;
};

/** Opens an address without waiting for its content. */
const enter = async ({ page, url }: Stage, path: string): Promise<void> => {
  // Leaves the app first, so that no part of the screen before stays open. A page of the same site keeps the browser's process.
  await page.goto(`${url}/icon.svg`);
  await page.goto(`${url}/#${path}`);
};

export const visit = async (stage: Stage, path: string): Promise<void> => {
  await enter(stage, path);
  await settle(stage.page);
};

export const go = async (stage: Stage, path: string): Promise<void> => {
  const { page, url } = stage;
  // What is in the slip outlives a reload, and so do the choices about prices.
  const kept = ['slip', 'slip-accept', 'odds-display'];
  if (page.url().startsWith(url)) {
    await page.evaluate(`${JSON.stringify(kept)}.forEach((key) => localStorage.removeItem(key))`);
  }
  await visit(stage, path);
};

export const at =
  (path: string) =>
  (stage: Stage): Promise<void> =>
    go(stage, path);

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

type Group = 'main' | 'score' | 'goals' | 'handicap' | 'halves';

export const match = async (stage: Stage, event: Event | undefined, group?: Group): Promise<void> => {
  await go(stage, `/pages/invest/eventsinfo?id=${event?.id ?? 'none'}`);
  if (group === undefined) return;
  const name = new RegExp(`^${stage.t(`event.group.${group}`)} \\d+$`);
  await stage.page.getByRole('button', { name }).click();
};

export const prices = (page: Page) => page.locator('main section button[aria-pressed]:not([disabled])');

/** Puts the nth price of each match in the slip and opens it. */
export const several = async (
  stage: Stage,
  events: readonly (Event | undefined)[],
  nth = 0,
): Promise<void> => {
  const { page, t } = stage;
  for (const [at, event] of events.entries()) {
    const path = `/pages/invest/eventsinfo?id=${event?.id ?? 'none'}`;
    await (at === 0 ? go(stage, path) : visit(stage, path));
    await prices(page)
      .nth(at === events.length - 1 ? nth : 0)
      .click();
    if (at > 0) continue;
    await page.getByRole('dialog', { name: t('slip.title') }).waitFor();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: new RegExp(t('slip.open')) }).click();
  await page.getByRole('dialog', { name: t('slip.title') }).waitFor();
};

export const type = async ({ page }: Stage, digits: string): Promise<void> => {
  for (const digit of digits) await page.keyboard.press(digit);
};

let typedStakes = 0;
/** Types another stake each time, from 1 to 9: the same bet within seconds is refused as a duplicate. */
export const typeNextStake = (stage: Stage): Promise<void> => type(stage, String(1 + (typedStakes++ % 9)));

export const slipTab = async (
  { page, t }: Stage,
  tab: 'single' | 'accumulator' | 'system',
): Promise<void> => {
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: t(`slip.tab.${tab}`), exact: true })
    .click();
};

export const tab = async (stage: Stage, name: string): Promise<void> => {
  await go(stage, '/pages/gamerecord/gamerecord');
  // On a desktop a filter of matches has the same name.
  await stage.page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
  await settle(stage.page);
};

/** Opens the slip on a score and types a stake. */
export const slip = async (stage: Stage, digits: string): Promise<void> => {
  const { page, t } = stage;
  await match(stage, stage.matches.coming, 'score');
  await page.locator('[data-score="2-1"]').click();
  const dialog = page.getByRole('dialog', { name: t('slip.title') });
  await dialog.waitFor();
  for (const digit of digits) await dialog.getByRole('button', { name: digit, exact: true }).click();
};

const everyCall = (name: RouteName): string => `**${paths[name][1]}*`;

/** Until the next screen a call of the app is answered so. */
export const asIfAnswered = <N extends RouteName>(page: Page, name: N, data: Output<N>): Promise<unknown> =>
  page.route(everyCall(name), (route) => route.fulfill({ json: { code: 1, msg: '', data } }));

/** Until the next screen what the server answers to a call is changed on its way. */
export const altered = <N extends RouteName>(
  page: Page,
  name: N,
  change: (data: Output<N>) => Output<N>,
): Promise<unknown> =>
  page.route(everyCall(name), async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const json = answer.code === 1 ? { ...answer, data: change(answer.data) } : answer;
    await route.fulfill({ response, json });
  });

/** Changes what the book answers about a match, for states the replay does not reach. */
export const asIf = async (
  { page }: Stage,
  event: Event,
  change: Partial<Output<'eventDetail'>>,
  open: () => Promise<void>,
): Promise<void> => {
  await altered(page, 'eventDetail', (data) => (data.id === event.id ? { ...data, ...change } : data));
  await open();
  await page.unroute(everyCall('eventDetail'));
};

/** Until the next screen a call of the app is refused for this reason. */
export const refuse = (
  page: Page,
  name: RouteName,
  reason: Reason,
  more: Partial<Refusal> = {},
): Promise<unknown> =>
  page.route(everyCall(name), (route) =>
    route.fulfill({ json: { code: reasons[reason].code, msg: '', data: { ...more, reason } } }),
  );

/**
 * The same with the words of the server, in the language of the call.
 * @param requestId by which a call that failed is found in the log of the server
 */
export const refuseInWords = (
  page: Page,
  name: RouteName,
  { reason, requestId }: { reason: 'edit_in_play' | 'fault'; requestId?: string },
): Promise<unknown> =>
  page.route(everyCall(name), async (route) => {
    const lan = (await route.request().headerValue('accept-language')) ?? '';
    const { code, status } = reasons[reason];
    await route.fulfill({
      status,
      ...(requestId === undefined ? {} : { headers: { 'x-request-id': requestId } }),
      json: {
        code,
        msg: serverTranslator(isLan(lan) ? lan : fallbackLan)(`error.${reason}`),
        data: { reason },
      },
    });
  });

/** Until the next screen a call of the app is never answered. */
export const hold = (page: Page, name: RouteName): Promise<unknown> =>
  page.route(everyCall(name), () => undefined);

/** Until the next screen the app's calls of this name fail. */
export const cutOff = (page: Page, name: RouteName): Promise<unknown> =>
  page.route(everyCall(name), (route) => route.abort());

/** The screen while its content is on its way. */
export const waiting =
  (path: string, ...calls: readonly RouteName[]) =>
  async (stage: Stage): Promise<void> => {
    for (const name of calls) await hold(stage.page, name);
    await enter(stage, path);
    await stage.page.locator('[class*="skeleton" i]').first().waitFor();
  };
