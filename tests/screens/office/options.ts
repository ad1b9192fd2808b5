import { parseArgs } from 'node:util';
import { officeLans, type OfficeLan } from '@touchline/locales/locales';
import { chosen, sizeOf, themes, type Size, type Theme } from '../member/options.ts';

export type Options = {
  outDir: string;
  url: string;
  /** The data folder of the server, which holds the passwords of its demo operators. */
  dataDir: string;
  /** Names of the screens wanted, or how they begin and a star; all when empty. */
  only: readonly string[];
  sizes: readonly Size[];
  themes: readonly Theme[];
  lans: readonly OfficeLan[];
  /** Grows the window until the page no longer scrolls. */
  whole: boolean;
  /** Looks for what does not fit and asks axe. */
  check: boolean;
};

const usage =
  'DATA_DIR=… node tests/screens/office-screens.ts OUTDIR URL [SCREEN …] [--size 1440x900 …] [--theme dark …] [--lan zh-CN …] [--whole] [--check]';
const sizes = ['1440x900', '1024x768', '768x1024'];

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
      check: { type: 'boolean', default: false },
    },
  });
  const [outDir, url, ...only] = positionals;
  const dataDir = process.env.DATA_DIR ?? '';
  if (outDir === undefined || url === undefined || dataDir === '') throw new Error(usage);
  return {
    outDir,
    url,
    dataDir,
    only,
    whole: values.whole,
    check: values.check,
    sizes: (values.size ?? sizes).map(sizeOf),
    themes: chosen(themes, values.theme),
    lans: chosen(officeLans, values.lan),
  };
};
