import { parseArgs } from 'node:util';
import { lans as allLans, officeLans, type Lan } from '@touchline/locales/locales';

const themes = ['dark', 'light'] as const;
/** The sizes and languages that each app is looked at in. */
const apps = {
  member: { sizes: ['320x640', '375x812', '430x932', '768x1024', '1440x900'], lans: allLans },
  office: { sizes: ['1440x900', '1024x768', '768x1024'], lans: officeLans },
} as const;

export type Theme = (typeof themes)[number];
export type Size = { width: number; height: number };

const phone = { width: 375, height: 812 };
/** How the gate looks at screens: in the dark, mirrored, in the light theme, with long words on a small phone. */
export const views = {
  en: { lan: 'en', theme: 'dark', size: phone },
  ar: { lan: 'ar', theme: 'dark', size: phone },
  light: { lan: 'en', theme: 'light', size: phone },
  de: { lan: 'de', theme: 'dark', size: { width: 320, height: 640 } },
} as const satisfies Record<string, { lan: Lan; theme: Theme; size: Size }>;

export type Options = {
  app: keyof typeof apps;
  outDir: string;
  url: string;
  /** The data folder of the server, which holds the passwords of the office's demo operators. */
  dataDir: string;
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
  '[DATA_DIR=…] node tests/screens/main.ts member|office OUT URL [SCREEN …] [--sheet | --single] [--size 320x640 …] [--theme dark …] [--lan de …] [--whole]';

/** Reads a size such as 375x812. @throws when it is none */
const sizeOf = (text: string): Size => {
  const [width = 0, height = 0] = text.split('x').map(Number);
  if (!(width > 0 && height > 0)) throw new Error(`${text} is no size such as 320x640`);
  return { width, height };
};

/** Those of `known` that are wanted; all of them when none is named. @throws on a name that is not known */
const chosen = <T extends string>(known: readonly T[], wanted: readonly string[] = known): T[] => {
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
  const [app, outDir, url, ...only] = positionals;
  const dataDir = process.env.DATA_DIR ?? '';
  const isKnown = app === 'member' || (app === 'office' && dataDir !== '');
  if (!isKnown || outDir === undefined || url === undefined) throw new Error(usage);
  const { sizes, lans } = apps[app];
  return {
    app,
    outDir,
    url,
    dataDir,
    only,
    sizes: (values.size ?? sizes).map(sizeOf),
    themes: chosen(themes, values.theme),
    lans: chosen<Lan>(lans, values.lan),
    whole: values.whole,
    sheet: values.sheet,
    single: values.single,
  };
};
