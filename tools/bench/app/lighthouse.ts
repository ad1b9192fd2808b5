import lighthouse from 'lighthouse';
import { median } from '../lib/report.ts';

/** What Lighthouse says of a page: scores from 0 to 100, milliseconds, and the shift of the layout. */
export type PageScores = {
  page: string;
  performance: number;
  accessibility: number;
  bestPractices: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** Audits that did not pass in any of the runs. */
  failed: string[];
};

const categories = ['performance', 'accessibility', 'best-practices'];

/**
 * Judges a page as on a phone (preset "mobile", its simulated throttling), in a browser at a debugging port. Local storage
 * stays as it is; everything else of the page is fetched afresh.
 * @param runs number of runs; figures are their medians
 */
export const judge = async (page: string, url: string, port: number, runs: number): Promise<PageScores> => {
  const all: Omit<PageScores, 'page'>[] = [];
  for (let run = 0; run < runs; run++) all.push(await judgeOnce(url, port));
  const middle = (of: (judged: Omit<PageScores, 'page'>) => number): number => median(all.map(of));
  return {
    page,
    performance: middle((one) => one.performance),
    accessibility: middle((one) => one.accessibility),
    bestPractices: middle((one) => one.bestPractices),
    lcpMs: middle((one) => one.lcpMs),
    tbtMs: middle((one) => one.tbtMs),
    cls: middle((one) => one.cls),
    failed: [...new Set(all.flatMap(({ failed }) => failed))],
  };
};

const judgeOnce = async (url: string, port: number): Promise<Omit<PageScores, 'page'>> => {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: categories });
  if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const score = (category: string): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const figure = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
  const failed = ['accessibility', 'best-practices']
    .flatMap((category) => lhr.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcpMs: Math.round(figure('largest-contentful-paint')),
    tbtMs: Math.round(figure('total-blocking-time')),
    cls: Number(figure('cumulative-layout-shift').toFixed(3)),
    failed,
  };
};
