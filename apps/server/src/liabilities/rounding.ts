/** What was added to each total, and the step to whose multiples the totals of each currency were rounded; in minor units. */
export type Rounding = { padding: bigint[]; steps: bigint[] };

/** A thousand units of a currency with two decimals. */
const stepMin = 100_000n;

/** Leaves two digits of the largest total. */
const stepOf = (largest: bigint): bigint => {
  const step = 10n ** BigInt(Math.max(largest.toString().length - 2, 0));
  return step < stepMin ? stepMin : step;
};

/**
 * Rounds totals up, so that two close together do not show the bet between them. Each becomes the next multiple of the step of its
 * currency, also where it is one already, since nothing at all would be told apart from little.
 * @param totals by columns, all columns of a currency together
 */
export const roundUp = (totals: readonly bigint[], columnsOfCurrency: number): Rounding => {
  const steps: bigint[] = [];
  const padding: bigint[] = [];
  for (let first = 0; first < totals.length; first += columnsOfCurrency) {
    const own = totals.slice(first, first + columnsOfCurrency);
    const step = stepOf(own.reduce((most, one) => (one > most ? one : most), 0n));
    steps.push(step);
    padding.push(...own.map((total) => step - (total % step)));
  }
  return { padding, steps };
};
