import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { contactSheet, partsOf, roomFor, type Picture } from './contact-sheet.ts';
import type { Options } from './options.ts';
import type { Screen } from './stage.ts';
import { pathOf, sheetSize, titleOf, type View } from './view.ts';

const pictureOf = (outDir: string, view: View): Picture => ({
  path: pathOf(outDir, view),
  title: titleOf(view),
  ...sheetSize(view.size),
});

/** One sheet for each screen and size: rows of each theme, a picture for each language. */
const sheetsOfScreens = async (browser: Browser, options: Options, screens: readonly Screen[]) => {
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
const sheetsOfLanguages = async (browser: Browser, options: Options, screens: readonly Screen[]) => {
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
export const writeSheets = (browser: Browser, options: Options, screens: readonly Screen[]): Promise<void> =>
  options.sheet ? sheetsOfLanguages(browser, options, screens) : sheetsOfScreens(browser, options, screens);
