import { parseArgs } from 'node:util';
import { lans as allLans, type Lan } from '@touchline/locales/locales';

export const themes = ['dark', 'light'] as const;
const sizes = ['320x640', '375x812', '430x932', '768x1024', '1440x900'];

export type Theme = (typeof themes)[number];
export type Size = { width: number; height: number };

export type Options = {
  outDir: string;
  url: string;
  /** Names of the screens wanted, or how they begin and a star; all when empty. */
  only: readonly string[];
  sizes: readonly Size[];
  themes: readonly Theme[];
  lans: readonly Lan[];
  /** Grows the window until nothing scrolls, for what lies below the fold. */
  whole: boolean;
  /** Many screens of one language on a sheet, rather than one screen in all languages; axe does not look. */
  sheet: boolean;
  /** Pictures alone, without sheets; axe does not look. */
  single: boolean;
};

const usage =
  'node tests/screens/screens.ts OUTDIR URL [SCREEN …] [--sheet | --single] [--size 320x640 …] [--theme dark …] [--lan de …] [--whole]';

/** Reads a size such as 375x812. @throws when it is none */
export const sizeOf = (text: string): Size => {
  const [width = 0, height = 0] = text.split('x').map(Number);
  if (!(width > 0 && height > 0)) throw new Error(`${text} is no size such as 320x640`);
  return { width, height };
};

/** Those of `known` that are wanted; all of them when none is named. @throws on a name that is not known */
export const chosen = <T extends string>(known: readonly T[], wanted: readonly string[] = known): T[] => {
  const strange = wanted.find((name) => !known.some((one) => one === name));
  if (strange !== undefined) throw new Error(`${strange} is none of ${known.join(', ')}`);
  return known.filter((name) => wanted.includes(name));
};

/** Whether a screen is one of those wanted: `slip` is itself, `slip*` is every one that begins so. */
export const isWanted = (name: string, only: readonly string[]): boolean =>
  only.length === 0 ||
  only.some((want) => (want.endsWith('*') ? name.startsWith(want.slice(0, -1)) : name === want));

/** Reads the command line. @throws with the usage when it makes no sense */
export const readOptions = (args: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      size: { type: 'string', multiple: true },
      theme: { type: 'string', multiple: true },
      lan: { type: 'string', multiple: true },
      whole: { type: 'boolean', default: false },
      sheet: { type: 'boolean', default: false },
      single: { type: 'boolean', default: false },
    },
  });
  const [outDir, url, ...only] = positionals;
  if (outDir === undefined || url === undefined) throw new Error(usage);
  return {
    outDir,
    url,
    only,
    sizes: (values.size ?? sizes).map(sizeOf),
    themes: chosen(themes, values.theme),
    lans: chosen(allLans, values.lan),
    whole: values.whole,
    sheet: values.sheet,
    single: values.single,
  };
};
