import { figureTable } from '../operations/metric-table.ts';
import type { Figure } from '../core/metrics/metrics.ts';

const [start, end] = ['<!-- metrics -->', '<!-- end of metrics -->'] as const;

const line = ({ name, kind, help, labels = {} }: Figure): string => {
  const names = Object.keys(labels).join(',');
  return `- \`${name}${names === '' ? '' : `{${names}}`}\` (${kind}): ${help}`;
};

/** What the labels of some metrics may be. */
const labelLines = (figures: readonly Figure[]): string[] => {
  const texts = figures.flatMap(({ labels = {} }) =>
    Object.entries(labels).map(([label, values]) => `\`${label}\`: ${values}`),
  );
  return texts.length === 0 ? [] : [`- Labels: ${[...new Set(texts)].join('. ')}`];
};

/** The lists of all metrics. */
const drawFigures = (): string =>
  Object.entries(figureTable)
    .map(([part, figures]) => [`### ${part}`, ...figures.map(line), ...labelLines(figures)].join('\n'))
    .join('\n\n');

/** A page with the lists as they should be. @throws where the page has no place for them */
export const figuresPage = (page: string): string => {
  const [before, rest] = page.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new Error(`No ${start} … ${end} in the page`);
  return `${before}${start}\n${drawFigures()}\n${end}${after}`;
};
