import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { paths, type RouteName } from '@touchline/contract/paths';
import { routes } from '@touchline/contract/routes';
import type { Page, Route } from 'playwright-core';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Answers } from './answers.ts';
import { fontFile, fontStyles } from './fonts.ts';

/** Where the app of the pictures seems to be: an address that is never asked, and safe, as the app needs it. */
export const siteUrl = 'https://127.0.0.1';
const dist = new URL('../../../apps/member/dist/', import.meta.url);

const isCall = (name: string): name is RouteName => name in paths;
const callAt = new Map<string, RouteName>(
  Object.entries(paths).flatMap(([name, [, path]]) => (isCall(name) ? [[path, name] as const] : [])),
);

/** The answer to a call. @throws when there is none, or it is not what the contract promises */
const answerTo = (answers: Answers, { pathname: path, searchParams }: URL): unknown => {
  const name = callAt.get(path);
  const kept = name === undefined ? undefined : answers[name];
  const data = typeof kept === 'function' ? kept(searchParams) : kept;
  if (name === undefined || data === undefined) throw new Error(`no answer is kept for ${path}`);
  const shape: TSchema = routes[name].output;
  const [wrong] = Value.Errors(shape, data);
  if (wrong !== undefined) throw new Error(`${name}: ${wrong.instancePath} ${wrong.message}`);
  return data;
};

/** What opens the stream, of a member and of a visitor. */
const tickets: readonly string[] = [paths.liveTicket[1], paths.visitorTicket[1]];

/** The page of the built app, in the fonts of the test. */
const startPage = async (): Promise<string> =>
  (await readFile(new URL('index.html', dist), 'utf8')).replace(
    '</head>',
    `<style>${fontStyles}</style></head>`,
  );

/** So long nothing is asked for before a page counts as complete. */
const quietMs = 250;

/** The site of one page. */
export type Site = {
  /** What was asked in vain, or answered against the contract. */
  faults: string[];
  /** Waits until the page asks for nothing more. */
  quiet: () => Promise<void>;
};

/** Answers everything the page asks for from files and kept answers; nothing reaches a network. */
export const serve = async (page: Page, answers: Answers): Promise<Site> => {
  const faults: string[] = [];
  const traffic = { open: 0, lastAt: performance.now() };

  const answer = async (route: Route, url: URL): Promise<void> => {
    const { pathname } = url;
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: await startPage() });
    const font = fontFile(pathname);
    if (font !== undefined) return route.fulfill({ path: font });
    if (!pathname.startsWith('/api/'))
      return route.fulfill({ path: fileURLToPath(new URL(`.${pathname}`, dist)) });
    const data = answerTo(answers, url);
    return route.fulfill({ json: { code: 1, msg: '', data } });
  };

  await page.route(`${siteUrl}/**`, async (route) => {
    const asked = new URL(route.request().url());
    // The stream never opens, and nothing moves.
    if (tickets.includes(asked.pathname)) return;
    traffic.open += 1;
    try {
      await answer(route, asked);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
      await route.abort();
    }
    traffic.open -= 1;
    traffic.lastAt = performance.now();
  });

  const quiet = async (): Promise<void> => {
    while (traffic.open > 0 || performance.now() - traffic.lastAt < quietMs) await wait(50);
  };
  return { faults, quiet };
};
