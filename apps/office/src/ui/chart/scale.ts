const round = [1, 2, 2.5, 5, 10];

/**
 * The least of some round factors times a power of ten that is no less than `size`; 1 for nothing.
 * @param factors from 1 to 10, ascending
 */
export const niceStep = (size: number, factors: readonly number[] = round): number => {
  if (!(size > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = factors.find((each) => each * power >= size * (1 - 1e-9)) ?? 10;
  return factor * power;
};

/** From where to where an axis goes, and what is written along it; nothing is always on it. */
export type Axis = { from: number; to: number; ticks: readonly number[] };

/** An axis over all `values` with about `count` round steps. */
export const axisOf = (values: readonly number[], count: number): Axis => {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = niceStep((most - least) / count);
  const [first, last] = [Math.floor(least / step + 1e-9), Math.ceil(most / step - 1e-9)];
  const end = Math.max(last, first + 1);
  return {
    from: first * step,
    to: end * step,
    ticks: Array.from({ length: end - first + 1 }, (_, at) => (first + at) * step),
  };
};

/** Which of `length` places along an axis bear a label, the last always, where `room` fit. */
export const labelled = (length: number, room: number): readonly number[] => {
  const every = Math.max(1, Math.ceil(length / Math.max(1, room)));
  return Array.from({ length }, (_, at) => at).filter((at) => (length - 1 - at) % every === 0);
};
