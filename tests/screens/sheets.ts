import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { pathOf, titleOf, type View } from './look.ts';
import type { Options, Size } from './options.ts';

/** One picture of a sheet; sizes in pixels. */
type Picture = { path: string; title: string; width: number; height: number };

/** Between two pictures, around all of them, and for the line of text above each. */
const gapPx = 8;
const captionPx = 20;
const sheetPx = { width: 2_400, height: 1_700 };

const kinds: Record<string, 'png' | 'jpeg'> = { '.png': 'png', '.jpg': 'jpeg' };

const figure = async ({ path, title, width }: Picture): Promise<string> => {
  const data = (await readFile(path)).toString('base64');
  return `<figure style="width:${width}px"><figcaption>${title}</figcaption><img width="${width}" src="data:image;base64,${data}"></figure>`;
};

/** Cuts a list into parts of at most `size`. */
const partsOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, nth) => list.slice(nth * size, (nth + 1) * size));

/** How many pictures of a size fit side by side on a readable sheet, and how many rows it has. */
const roomFor = ({ width, height }: Size) => ({
  columns: Math.max(1, Math.floor((sheetPx.width - gapPx) / (width + gapPx))),
  rows: Math.max(1, Math.floor(sheetPx.height / (height + captionPx + gapPx))),
});

/** Writes a sheet of pictures in rows; `path` ends in .png or .jpg. */
const contactSheet = async (
  browser: Browser,
  rows: readonly (readonly Picture[])[],
  path: string,
): Promise<void> => {
  const lines = await Promise.all(
    rows.map(async (row) => `<div>${(await Promise.all(row.map(figure))).join('')}</div>`),
  );
  const width = Math.max(...rows.map((row) => row.reduce((sum, one) => sum + one.width + gapPx, gapPx)));
  const page = await browser.newPage({ viewport: { width: Math.round(width), height: 100 } });
  await page.setContent(`<style>
    body { margin: ${gapPx / 2}px; background: #777; font: 13px/${captionPx}px sans-serif } div { display: flex }
    figure { margin: 0 ${gapPx / 2}px ${gapPx}px } img { display: block }
    figcaption { block-size: ${captionPx}px; overflow: hidden; white-space: nowrap }
  </style>${lines.join('')}`);
  // In a window as high as the sheet: pictures beyond one are more than some browsers draw at once.
  const height = await page.evaluate('document.documentElement.scrollHeight');
  await page.setViewportSize({ width: Math.round(width), height: Value.Parse(Type.Integer(), height) });
  await page.evaluate(
    'Promise.all([...document.images].map((image) => image.decode())).then(() => undefined)',
  );
  const type = kinds[extname(path)] ?? 'png';
  const shoot = () => page.screenshot({ path, type, ...(type === 'jpeg' && { quality: 90 }) });
  // A busy machine may not have drawn a window this large in the time the browser gives itself.
  await shoot()
    .catch(() => wait(1_000).then(shoot))
    .catch(() => wait(3_000).then(shoot));
  await page.close();
};

/** How large a picture of a size is on a sheet: of tablets and desktops half. */
const sheetSize = ({ width, height }: Size): Size =>
  width > 600 ? { width: width / 2, height: height / 2 } : { width, height };

const pictureOf = (outDir: string, view: View): Picture => ({
  path: pathOf(outDir, view),
  title: titleOf(view),
  ...sheetSize(view.size),
});

/** One sheet for each screen and size: rows of each theme, a picture for each language. */
const sheetsOfScreens = async (browser: Browser, options: Options, screens: readonly { name: string }[]) => {
  const { outDir, sizes, themes, lans } = options;
  for (const { name } of screens) {
    for (const size of sizes) {
      const { columns } = roomFor(sheetSize(size));
      const rows = themes.flatMap((theme) =>
        partsOf(
          lans.map((lan) => pictureOf(outDir, { name, size, theme, lan })),
          columns,
        ),
      );
      await contactSheet(browser, rows, join(outDir, 'sheets', `${name}-${size.width}.jpg`));
    }
  }
};

/** As few sheets as can be read for each language, size and theme: one screen after another. */
const sheetsOfLanguages = async (
  browser: Browser,
  options: Options,
  screens: readonly { name: string }[],
) => {
  const { outDir, sizes, themes, lans } = options;
  const views = sizes.flatMap((size) => themes.flatMap((theme) => lans.map((lan) => ({ size, theme, lan }))));
  for (const { size, theme, lan } of views) {
    const { columns, rows } = roomFor(sheetSize(size));
    const pictures = screens.map(({ name }) => ({
      ...pictureOf(outDir, { name, size, theme, lan }),
      title: name,
    }));
    for (const [nth, part] of partsOf(pictures, columns * rows).entries()) {
      const name = `${lan}-${size.width}-${theme}-${String(nth + 1).padStart(2, '0')}.png`;
      await contactSheet(browser, partsOf(part, columns), join(outDir, 'sheets', name));
    }
  }
};

/** Puts the pictures onto sheets, by language with `--sheet`, else by screen. */
export const writeSheets = (
  browser: Browser,
  options: Options,
  screens: readonly { name: string }[],
): Promise<void> =>
  options.sheet ? sheetsOfLanguages(browser, options, screens) : sheetsOfScreens(browser, options, screens);
