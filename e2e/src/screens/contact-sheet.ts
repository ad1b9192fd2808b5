import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

/** One picture of a sheet. */
export type Picture = { path: string; title: string; width: number };

const figure = async ({ path, title, width }: Picture): Promise<string> => {
  const data = (await readFile(path)).toString('base64');
  return `<figure><figcaption>${title}</figcaption><img width="${width}" src="data:image/jpeg;base64,${data}"></figure>`;
};

/** Puts pictures side by side in rows, so that the same screen is compared in all its languages. */
export const contactSheet = async (
  browser: Browser,
  rows: readonly (readonly Picture[])[],
  path: string,
): Promise<void> => {
  const lines = await Promise.all(
    rows.map(async (row) => `<div>${(await Promise.all(row.map(figure))).join('')}</div>`),
  );
  const width = Math.max(...rows.map((row) => row.reduce((sum, one) => sum + one.width + 8, 8)));
  const page = await browser.newPage({ viewport: { width, height: 100 } });
  await page.setContent(`<style>
    body { margin: 4px; background: #777; font: 12px sans-serif } div { display: flex }
    figure { margin: 0 4px 4px } figcaption { padding: 2px } img { display: block }
  </style>${lines.join('')}`);
  await page.screenshot({ path, fullPage: true, quality: 90, type: 'jpeg' });
  await page.close();
};
