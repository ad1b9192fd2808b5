import type { Refusal } from '@touchline/contract/envelope';
import { paths, type RouteName } from '@touchline/contract/paths';
import { reasons, type Reason } from '@touchline/contract/reasons';
import type { Output } from '@touchline/contract/routes';
import type { Event } from '@touchline/contract/shapes/football';
import type { AppMessages } from '@touchline/locales/gen/app-messages.gen';
import type { OfficeMessages } from '@touchline/locales/gen/office-messages.gen';
import { fallbackLan, isLan, type Lan } from '@touchline/locales/locales';
import { serverTranslator } from '@touchline/locales/server-catalogues';
import type { Translate } from '@touchline/locales/translator';
import type { Page, Request } from 'playwright-core';
import type { views } from './options.ts';

/** A window on an app. */
type Place = {
  page: Page;
  /** Of the site, without a slash at the end. */
  url: string;
  /** Where the app is on the site. */
  root: '' | '/office';
};

/** Matches of each kind, as far as there are any. */
type Matches = {
  coming: Event;
  /** More matches to come, for bets of several legs. */
  later: readonly Event[];
  live: Event | undefined;
  finished: Event | undefined;
};

/** What a screen of the member app is opened with. */
export type MemberStage = Place & { t: Translate<AppMessages>; matches: Matches };
/** What a screen of the office is opened with. */
export type OfficeStage = Place & { t: Translate<OfficeMessages> };

/** Something that is done on the way to a screen. */
export type Step<S> = (stage: S) => Promise<unknown>;

/** Answers of calls by their names; a function gets the query of the call and its language. */
export type Answers = {
  readonly [N in RouteName]?: Output<N> | ((query: URLSearchParams, lan: Lan) => Output<N>) | undefined;
};

type Change<N extends RouteName> = (data: Output<N>) => Output<N>;
type Changes = { readonly [N in RouteName]?: Change<N> };

/** How the calls of an app end. */
type Calls = {
  /** Answers in place of the server's. */
  answers?: Answers;
  /** What the server's answers become on their way. */
  changes?: Changes;
  /** Calls that fail. */
  fails?: readonly RouteName[];
  /** Calls without an answer: the screen is the page while its content is on its way. */
  waits?: readonly RouteName[];
};

/** An app in one of its states. */
export type Screen<S, As extends string> = Calls & {
  name: string;
  /** Who looks at it. */
  as: As | 'visitor';
  /** Whether the app's worker is part of it; it would keep calls from being changed on their way. */
  worker?: true;
  /** The address of its page; `<coming>` is the id of that match. */
  at: string;
  /** What is done before the page is opened. */
  before?: Step<S>;
  /** What is done on the page once it is open, one step after another. */
  after?: Step<S> | readonly Step<S>[];
  /** Pictures that the gate compares, over kept answers: the beginning of their names, and the views. */
  pictures?: Readonly<Record<string, readonly (keyof typeof views)[]>>;
  /** Whether the gate lays it out from right to left, over kept answers. */
  mirrored?: true;
};

/** Screens of an address by their names. */
export const on = <S, As extends string>(
  as: As | 'visitor',
  at: string,
  states: Readonly<Record<string, Omit<Screen<S, As>, 'name' | 'as' | 'at'>>>,
): Screen<S, As>[] => Object.entries(states).map(([name, state]) => ({ name, as, at, ...state }));

// Runs in the page: flags that are on their way have come.
const flagsHere = `Promise.all([...new Set([...document.querySelectorAll('image')].map((image) => image.href.baseVal))]
  .filter((address) => address.includes('flags/'))
  .map((address) => fetch(address).then((answer) => answer.text()).catch(() => '')))
  .then(() => undefined)`;

/** Waits until the page shows its content: nothing loads, nothing moves. */
export const settle = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const loading = '[class*="skeleton" i], [aria-busy="true"], output[class*="lines"]';
  await page.locator(loading).first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready');
  await page.evaluate(flagsHere);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
};

/** The same as a step. A page of the office asks again after it has come. */
export const settled = async ({ page, root }: Pick<Place, 'page' | 'root'>): Promise<void> => {
  if (root === '') return settle(page);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForTimeout(250);
  await settle(page);
  await page.waitForTimeout(150);
};

/** Puts values into the storage of a window before each of its pages, where none is kept: what the app changes stays. */
export const keepAlways = (page: Page, values: object): Promise<unknown> =>
  page.addInitScript(
    `if (location.protocol !== 'about:') for (const [key, value] of ${JSON.stringify(Object.entries(values))}) if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(value))`,
  );

const isCall = (name: string): name is RouteName => name in paths;
const callsIn = (calls: object): RouteName[] => Object.keys(calls).filter(isCall);
const everyCall = (name: RouteName): string => `**${paths[name][1]}*`;
const lanOf = (request: Request): Lan => {
  const lan = request.headers()['accept-language'] ?? '';
  return isLan(lan) ? lan : fallbackLan;
};

/** What is kept as the answer to a call; undefined when nothing is. */
export const keptAnswer = (answers: Answers, name: RouteName, query: URLSearchParams, lan: Lan): unknown => {
  const kept = answers[name];
  return typeof kept === 'function' ? kept(query, lan) : kept;
};

/** Until the next screen a call of the app is answered so. */
export const asIfAnswered = <N extends RouteName>(page: Page, name: N, data: Output<N>): Promise<unknown> =>
  page.route(everyCall(name), (route) => route.fulfill({ json: { code: 1, msg: '', data } }));

/** Until the next screen what the server answers to a call is changed on its way. */
export const altered = <N extends RouteName>(page: Page, name: N, change: Change<N>): Promise<unknown> =>
  page.route(everyCall(name), async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const json = answer.code === 1 ? { ...answer, data: change(answer.data) } : answer;
    await route.fulfill({ response, json });
  });

/** Until the next screen a call of the app is refused for this reason. */
export const refuse = (
  page: Page,
  name: RouteName,
  reason: Reason,
  { msg = '', ...more }: Partial<Refusal> & { msg?: string } = {},
): Promise<unknown> =>
  page.route(everyCall(name), (route) =>
    route.fulfill({ json: { code: reasons[reason].code, msg, data: { ...more, reason } } }),
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
    const { code, status } = reasons[reason];
    const msg = serverTranslator(lanOf(route.request()))(`error.${reason}`);
    await route.fulfill({
      status,
      ...(requestId === undefined ? {} : { headers: { 'x-request-id': requestId } }),
      json: { code, msg, data: { reason } },
    });
  });

/** Until the next screen a call of the app is never answered. */
export const hold = (page: Page, name: RouteName): Promise<unknown> =>
  page.route(everyCall(name), () => undefined);

const changeOf = <N extends RouteName>(changes: Changes, name: N): Change<N> | undefined => changes[name];

/** Has calls answered, changed, cut off and held as a screen wants them. */
const prepare = async (
  page: Page,
  { answers = {}, changes = {}, fails = [], waits = [] }: Calls,
): Promise<void> => {
  for (const name of callsIn(answers)) {
    await page.route(everyCall(name), (route) => {
      const request = route.request();
      const data = keptAnswer(answers, name, new URL(request.url()).searchParams, lanOf(request));
      return route.fulfill({ json: { code: 1, msg: '', data } });
    });
  }
  for (const name of callsIn(changes)) {
    const change = changeOf(changes, name);
    if (change !== undefined) await altered(page, name, change);
  }
  for (const name of fails) await page.route(everyCall(name), (route) => route.abort());
  for (const name of waits) await hold(page, name);
};

/** Opens an address without waiting for its content. */
const enter = async ({ page, url, root }: Place, path: string): Promise<void> => {
  // Leaves the app first, so that no part of the screen before stays open. A page of the same site keeps the browser's process.
  await page.goto(`${url}/icon.svg`);
  await page.goto(`${url}${root}/#${path}`);
};

/** Opens an address; the slip stays as it is. */
export const visit = async (place: Place, path: string): Promise<void> => {
  await enter(place, path);
  await settled(place);
};

/** The address of a screen with the ids of matches in it; one to come where none is live. */
export const addressOf = (at: string, { coming, later, live = coming, finished }: Matches): string => {
  const laterOnes = later.map((event, nth) => [`later${nth}`, event] as const);
  const known = new Map(Object.entries({ coming, live, finished, ...Object.fromEntries(laterOnes) }));
  return at.replace(/<(\w+)>/, (_, which: string) => known.get(which)?.id ?? 'none');
};

/** Opens a screen. */
export const open = async <S extends MemberStage | OfficeStage>(
  stage: S,
  { at, before, after = [], ...calls }: Omit<Screen<S, string>, 'name' | 'as'>,
): Promise<void> => {
  const { page, url } = stage;
  await prepare(page, calls);
  await before?.(stage);
  // What is in the slip outlives a reload, and so do the choices about prices.
  const kept = ['slip', 'slip-accept', 'odds-display'];
  if (page.url().startsWith(url)) {
    await page.evaluate(`${JSON.stringify(kept)}.forEach((key) => localStorage.removeItem(key))`);
  }
  const address = 'matches' in stage ? addressOf(at, stage.matches) : at;
  if (calls.waits === undefined) await visit(stage, address);
  else {
    await enter(stage, address);
    await page.locator('[class*="skeleton" i]').first().waitFor();
  }
  for (const step of [after].flat()) await step(stage);
};

/** Presses the first button of a name. */
export const press =
  <K extends string>(id: K) =>
  ({ page, t }: { page: Page; t: (id: K) => string }): Promise<void> =>
    page
      .getByRole('button', { name: t(id), exact: true })
      .first()
      .click();

export const pause =
  (ms: number) =>
  ({ page }: Place): Promise<void> =>
    page.waitForTimeout(ms);
