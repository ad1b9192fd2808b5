import { printTable, ratio } from '../lib/report.ts';
import type { PageScores } from './lighthouse.ts';
import type { Scrolled } from './long-list.ts';
import type { Streamed } from './price-stream.ts';
import type { Size } from './sizes.ts';

export type Measured = { sizes: Size[]; pages: PageScores[]; list: Scrolled; stream: Streamed };

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1);
const share = (part: number): string => part.toFixed(3);

/** Prints the measured values and their aims. */
export const report = ({ sizes, pages, list, stream }: Measured): void => {
  const [peer] = pages;
  printTable(
    [
      'Lighthouse, mobile',
      'performance',
      'accessibility',
      'best practices',
      'LCP ms',
      '÷ plain',
      'TBT ms',
      'CLS',
    ],
    pages.map(({ page, performance, accessibility, bestPractices, lcpMs, tbtMs, cls }) => [
      page,
      performance,
      accessibility,
      bestPractices,
      lcpMs,
      ratio(lcpMs, peer?.lcpMs ?? Number.NaN),
      tbtMs,
      cls,
    ]),
  );
  for (const { page, failed } of pages) if (failed.length > 0) say(`${page}: ${failed.join(', ')}`);
  say('aims: performance 95, accessibility 100, best practices 95\n');

  printTable(
    ['size, gzip', 'kB', 'limit'],
    sizes.map(({ what, bytes, limit }) => [what, kilobytes(bytes), kilobytes(limit)]),
  );
  say('');

  printTable(
    [`list of ${list.records} records`, 'long tasks', 'longest ms'],
    [
      [`down, page after page, ${list.seconds} s`, list.down.count, list.down.longestMs],
      ['up again, all of it there', list.up.count, list.up.longestMs],
      ['left and opened again', list.back.count, list.back.longestMs],
    ],
  );
  say(`elements at the end: ${list.elements}; opened again ${list.shiftPx} px off; aim: no long tasks\n`);

  printTable(
    [`${stream.perSecond} price changes a second, ${stream.matches} matches`, 'share of a core'],
    [
      ['without the stream', share(stream.idle)],
      ['with the stream', share(stream.busy)],
      ['difference (aim 0.25)', share(stream.share)],
    ],
  );
};
