import type { PriceHistory } from '@touchline/contract/shapes/football';

/** One selection's prices as a line in a box of 1 × 1, time from left to right, longer odds higher up. */
export type PriceSeries = { selection: string; path: string };

/**
 * Draws the prices of some selections as steps: a price holds until the next. The height is logarithmic, so that a
 * favourite and an outsider both show their moves, and shared, so that they can be compared; while there is no
 * price there is no line.
 * @param untilMs the right edge, milliseconds since 1970
 */
export const priceSeries = (
  { selections, list }: PriceHistory,
  { shown, untilMs }: { shown: readonly string[]; untilMs: number },
): PriceSeries[] => {
  const fromMs = Date.parse(list[0]?.at ?? '');
  const spanMs = Math.max(1, untilMs - fromMs);
  const places = shown.map((selection) => selections.indexOf(selection));
  const logs = list.flatMap(({ odds }) => places.map((at) => Math.log(Number(odds[at] ?? Number.NaN))));
  const known = logs.filter((log) => !Number.isNaN(log));
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const height = (odds: string): number =>
    high - low < 1e-9 ? 0.5 : 1 - (Math.log(Number(odds)) - low) / (high - low);
  return shown.map((selection, nth) => {
    const steps = list.map(({ at, odds }, index) => {
      const next = list[index + 1];
      const endMs = next === undefined ? untilMs : Date.parse(next.at);
      return {
        from: (Date.parse(at) - fromMs) / spanMs,
        until: (endMs - fromMs) / spanMs,
        odds: odds[places[nth] ?? -1] ?? null,
      };
    });
    return { selection, path: pathOf(steps, height) };
  });
};

type Step = { from: number; until: number; odds: string | null };

const pathOf = (steps: readonly Step[], height: (odds: string) => number): string =>
  steps
    .map(({ from, until, odds }, at) => {
      if (odds === null) return '';
      const y = place(height(odds));
      // A new line begins after a gap.
      const begin = at > 0 && steps[at - 1]?.odds !== null ? `V${y}` : `M${place(from)} ${y}`;
      return `${begin}H${place(Math.min(1, until))}`;
    })
    .join('');

const place = (share: number): string => String(Number(share.toFixed(4)));

/** The likeliest selections by their prices now, in the market's own order. */
export const likeliest = (
  selections: readonly { selection: string; odds: string | null }[],
  count: number,
): string[] => {
  const priced = selections.filter(({ odds }) => odds !== null);
  const first = new Set(
    priced
      .toSorted((a, b) => Number(a.odds) - Number(b.odds))
      .slice(0, count)
      .map(({ selection }) => selection),
  );
  return selections.flatMap(({ selection }) => (first.has(selection) ? [selection] : []));
};
