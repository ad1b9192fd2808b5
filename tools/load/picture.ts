/** A line over the afternoon, its values at equal steps. */
type Line = { name: string; colour: string; values: readonly number[] };

/** A chart: its lines share a scale from 0. */
export type Chart = { title: string; unit: string; lines: readonly Line[] };

const width = 960;
const chartHeight = 150;
const [left, right, top, gap] = [64, 16, 40, 56] as const;
const inner = width - left - right;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The next of 1, 2, 5, 10 … that is not below. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
};

const number = (value: number): string => String(Number(value.toPrecision(3)));

const xOf = (share: number): number => left + share * inner;

const drawLine = ({ colour, values }: Line, { most, base }: { most: number; base: number }): string => {
  const points = values.map((value, n) => {
    const x = xOf(values.length < 2 ? 0 : n / (values.length - 1));
    return `${x.toFixed(1)},${(base - (Math.min(value, most) / most) * chartHeight).toFixed(1)}`;
  });
  return `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${points.join(' ')}"/>`;
};

const drawChart = ({ title, unit, lines }: Chart, y: number): string => {
  const base = y + chartHeight;
  const most = roundUp(Math.max(1e-9, ...lines.flatMap(({ values }) => values)));
  const names = lines.map(
    ({ name, colour }, n) =>
      `<text x="${left + 260 + n * 170}" y="${y - 8}" fill="${colour}">${escape(name)}</text>`,
  );
  return [
    `<text x="${left}" y="${y - 8}" font-weight="bold">${escape(title)}</text>`,
    ...names,
    `<rect x="${left}" y="${y}" width="${inner}" height="${chartHeight}" fill="none" stroke="#ccc"/>`,
    `<text x="${left - 6}" y="${y + 10}" text-anchor="end">${number(most)} ${escape(unit)}</text>`,
    `<text x="${left - 6}" y="${base}" text-anchor="end">0</text>`,
    ...lines.map((line) => drawLine(line, { most, base })),
  ].join('\n');
};

/**
 * Draws charts below each other, over one afternoon.
 * @param options.marks points in time as fractions of the whole, with or without a name
 * @returns an SVG image
 */
export const drawPicture = ({
  title,
  charts,
  marks,
}: {
  title: string;
  charts: readonly Chart[];
  marks: readonly { at: number; name?: string; colour: string }[];
}): string => {
  const height = top + charts.length * (chartHeight + gap);
  const bottom = height - gap + 8;
  const drawn = marks.flatMap(({ at, name, colour }) => {
    const x = xOf(at).toFixed(1);
    const mark = `<line x1="${x}" x2="${x}" y1="${top}" y2="${bottom}" stroke="${colour}" stroke-width="1" stroke-dasharray="2 3"/>`;
    return name === undefined
      ? [mark]
      : [mark, `<text x="${x}" y="${bottom + 14}" text-anchor="middle">${escape(name)}</text>`];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${left}" y="16" font-size="14" font-weight="bold">${escape(title)}</text>`,
    ...drawn,
    ...charts.map((chart, n) => drawChart(chart, top + n * (chartHeight + gap))),
    '</svg>',
    '',
  ].join('\n');
};
