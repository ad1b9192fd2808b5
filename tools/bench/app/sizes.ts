import {
  entryBytes,
  firstScreenBytes,
  otherBytes,
  sizeLimits,
  stylesBytes,
} from '../../../apps/member/built.ts';

/** A size of the built app and its limit, gzip bytes. */
export type Size = { what: string; bytes: number; limit: number };

export const sizesOfApp = (): Size[] => {
  const largest = otherBytes().toSorted((a, b) => b.bytes - a.bytes)[0];
  return [
    { what: 'entry', bytes: entryBytes(), limit: sizeLimits.entry },
    {
      what: 'entry, home and the texts of one language',
      bytes: firstScreenBytes('en'),
      limit: sizeLimits.firstScreen,
    },
    {
      what: `largest other: ${largest?.key ?? 'none'}`,
      bytes: largest?.bytes ?? 0,
      limit: sizeLimits.otherPage,
    },
    { what: 'all styles', bytes: stylesBytes(), limit: sizeLimits.styles },
  ];
};
