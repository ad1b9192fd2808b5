import { figureTable } from '../operations/metric-table.ts';
import type { Figure } from '../core/metrics/metrics.ts';

const [start, end] = ['<!-- figures -->', '<!-- end of figures -->'] as const;

const row = ({ name, kind, help, labels = {} }: Figure): string => {
  const of = Object.entries(labels).map(([label, values]) => `\`${label}\`: ${values}`);
  return `| \`${name}\` | ${kind} | ${help}${of.length === 0 ? '' : `<br>${of.join('<br>')}`} |`;
};

/** The tables of all figures. */
const drawFigures = (): string =>
  Object.entries(figureTable)
    .map(([part, figures]) =>
      [`### ${part}`, '| figure | kind | says |', '|---|---|---|', ...figures.map(row)].join('\n'),
    )
    .join('\n\n');

/** A page with the tables as they should be. @throws where the page has no place for them */
export const figuresPage = (page: string): string => {
  const [before, rest] = page.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new Error(`No ${start} … ${end} in the page`);
  return `${before}${start}\n${drawFigures()}\n${end}${after}`;
};
