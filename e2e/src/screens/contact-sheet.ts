import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';

/** One picture of a sheet. */
export type Picture = { path: string; title: string; width: number };

/** Puts pictures side by side, so that the same screen is compared in all its languages. */
export const contactSheet = async (
  browser: Browser,
  pictures: readonly Picture[],
  path: string,
): Promise<void> => {
  const figures = await Promise.all(
    pictures.map(async (picture) => {
      const data = (await readFile(picture.path)).toString('base64');
      return `<figure><figcaption>${picture.title}</figcaption><img width="${picture.width}" src="data:image/png;base64,${data}"></figure>`;
    }),
  );
  const width = pictures.reduce((sum, picture) => sum + picture.width + 12, 12);
  const page = await browser.newPage({ viewport: { width, height: 100 } });
  await page.setContent(`<style>
    body { margin: 6px; display: flex; background: #777; font: 12px sans-serif }
    figure { margin: 0 6px } figcaption { padding: 2px } img { display: block }
  </style>${figures.join('')}`);
  await page.screenshot({ path, fullPage: true });
  await page.close();
};
