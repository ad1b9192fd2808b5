import { limits } from '@touchline/contract/limits';
import type { Browser, Page } from 'playwright-core';
import { longTasks, openPhone } from './phone.ts';
import type { Site } from './site.ts';

/** How many tasks took 50 ms and more, and how long the longest did. */
type Tasks = { count: number; longestMs: number };

/** What scrolling through a long list cost. */
export type Scrolled = {
  /** How far it came. */
  records: number;
  /** From the first turn of the wheel to the end of the list. */
  seconds: number;
  down: Tasks;
  /** The whole list, all of it there, scrolled back to its top. */
  up: Tasks;
  /** Another tab and back to the middle of the list. */
  back: Tasks;
  /** CSS pixels between where the list was left and where it was found again. */
  shiftPx: number;
  elements: number;
};

const tasksOf = (durations: readonly number[]): Tasks => ({
  count: durations.length,
  longestMs: Math.max(0, ...durations),
});

/** How far one turn of the wheel goes, CSS pixels; about one turn a frame. */
const turnPx = 600;
const turnMs = 16;
const patienceMs = 120_000;

const number = async (page: Page, expression: string): Promise<number> =>
  Number(await page.evaluate(expression));
const top = (page: Page): Promise<number> => number(page, `document.querySelector('main').scrollTop`);
/** Records of which the list keeps the place; far out of sight, the pages they came in are empty. */
const loaded = async (page: Page): Promise<number> =>
  limits.listLimitDefault *
  (await number(
    page,
    `document.querySelector('main article').closest('[class^="block_"]').parentElement.childElementCount`,
  ));

/** Scrolls until `isDone`. @param direction 1 down, -1 up */
const scroll = async (page: Page, direction: 1 | -1, isDone: () => Promise<boolean>): Promise<void> => {
  const giveUpAt = performance.now() + patienceMs;
  await page.mouse.move(206, 400);
  while (!(await isDone())) {
    // A list that takes longer is reported as far as it came.
    if (performance.now() > giveUpAt) return;
    for (let turn = 0; turn < 10; turn++) {
      await page.mouse.wheel(0, direction * turnPx);
      await page.waitForTimeout(turnMs);
    }
  }
};

/** Scrolls the records from the first to the last, which come page after page, back to the top, and leaves and returns. */
export const scrollRecords = async (browser: Browser, site: Site, records: number): Promise<Scrolled> => {
  const { page, close } = await openPhone(browser, site, '/pages/gamerecord/gamerecord');
  try {
    await page.locator('main article').first().waitFor();
    await longTasks(page);
    const startMs = performance.now();
    await scroll(page, 1, async () => (await loaded(page)) >= records);
    const seconds = Number(((performance.now() - startMs) / 1000).toFixed(1));
    const down = tasksOf(await longTasks(page));
    const elements = await number(page, `document.querySelectorAll('*').length`);
    const reached = await loaded(page);
    await scroll(page, -1, async () => (await top(page)) === 0);
    const up = tasksOf(await longTasks(page));
    const { back, shiftPx } = await leaveAndReturn(page);
    return { records: reached, seconds, down, up, back, shiftPx, elements };
  } finally {
    await close();
  }
};

/** Distance from the top of the window to the first card whose top is visible, in CSS pixels. */
const firstSeen = `Math.min(...[...document.querySelectorAll('main article')]
  .map((card) => card.getBoundingClientRect().top).filter((top) => top >= 60))`;

/** Position of the list: how far it is scrolled, and where its first card is. */
const standing = async (page: Page): Promise<[number, number]> => [
  await top(page),
  await number(page, firstSeen),
];

/** Goes somewhere in the middle of the list, to another tab and back. */
const leaveAndReturn = async (page: Page): Promise<{ back: Tasks; shiftPx: number }> => {
  await page.mouse.wheel(0, 40_000);
  await page.waitForTimeout(1_000);
  const before = await standing(page);
  await page.getByRole('link', { name: 'Mine' }).click();
  await page.getByRole('heading', { level: 1, name: 'Information' }).waitFor();
  await page.waitForTimeout(500);
  await longTasks(page);
  await page.getByRole('link', { name: 'Records' }).click();
  await page.locator('main article').first().waitFor();
  await page.waitForTimeout(1_500);
  const back = tasksOf(await longTasks(page));
  const after = await standing(page);
  const shiftPx = Math.abs(after[0] - before[0]) + Math.abs(after[1] - before[1]);
  return { back, shiftPx: Math.round(shiftPx) };
};
