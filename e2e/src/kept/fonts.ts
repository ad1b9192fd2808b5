import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The weights that tokens.css asks for, by the nearest that the fonts have. */
const weights = [400, 600, 700];
// The later of two that have a letter draws it: each script comes from its own.
const parts = [
  'noto-sans-arabic/files/noto-sans-arabic-arabic',
  'noto-sans/files/noto-sans-cyrillic',
  'noto-sans/files/noto-sans-devanagari',
  'noto-sans/files/noto-sans-vietnamese',
  'noto-sans/files/noto-sans-latin-ext',
  'noto-sans/files/noto-sans-latin',
];

const familyOf = (part: string): string => part.slice(part.lastIndexOf('/') + 1);
const families = parts.map((part) => `'${familyOf(part)}'`).toReversed();

/** The app in fonts that come with the test, so that it looks the same on every machine. */
export const fontStyles = `${parts
  .flatMap((part) =>
    weights.map(
      (weight) =>
        `@font-face { font-family: '${familyOf(part)}'; font-weight: ${weight}; src: url('/fonts/${part}-${weight}-normal.woff2') }`,
    ),
  )
  .join('\n')}
:root { --font: ${families.join(', ')} !important }`;

/** The file of a font that the styles name; undefined for any other path. */
export const fontFile = (path: string): string | undefined =>
  path.startsWith('/fonts/') ? resolve(`@fontsource/${path.slice('/fonts/'.length)}`) : undefined;
