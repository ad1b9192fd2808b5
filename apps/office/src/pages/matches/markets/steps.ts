/** Where a step chart draws: 0 to `width` and 0 to `height`, from the upper left. */
export type Frame = { width: number; height: number };

/** The lowest and highest of some odds; undefined when there are none. */
export const rangeOf = (values: readonly (string | null)[]): { least: number; most: number } | undefined => {
  const known = values.filter((value) => value !== null).map(Number);
  return known.length === 0 ? undefined : { least: Math.min(...known), most: Math.max(...known) };
};

/** Where times lie from left to right; each lasts until the next one, the last one to the end. */
export const placesOf = (
  moments: readonly string[],
  { width }: Pick<Frame, 'width'>,
  nowMs: number,
): number[] => {
  const times = moments.map((moment) => Date.parse(moment));
  const first = times[0] ?? nowMs;
  const lastMs = Math.max(nowMs, ...times) - first;
  return times.map((time) => (lastMs === 0 ? 0 : ((time - first) / lastMs) * width));
};

/** A path of steps through prices; where there is no price the line is broken. */
export const pathOf = (
  values: readonly (string | null)[],
  places: readonly number[],
  { least, most }: { least: number; most: number },
  { width, height }: Frame,
): string => {
  // Odds twice as long lie as far apart at 2 as at 20.
  const heightOf = (odds: number): number =>
    least === most ? height / 2 : height * (1 - Math.log(odds / least) / Math.log(most / least));
  const round = (value: number): number => Math.round(value * 10) / 10;
  let isDrawing = false;
  return values
    .map((value, at) => {
      if (value === null) {
        isDrawing = false;
        return '';
      }
      const [from, to, y] = [places[at] ?? 0, places[at + 1] ?? width, round(heightOf(Number(value)))];
      const start = isDrawing ? `V${y}` : `M${round(from)} ${y}`;
      isDrawing = true;
      return `${start}H${round(to)}`;
    })
    .join('');
};
