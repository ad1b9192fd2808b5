/** A change of the turnover owed: a credited recharge, or a settled bet. */
export type TurnoverChange = {
  kind: 'recharge' | 'bet';
  ref: string;
  at: Date;
  /** Recharge: its amount; bet: its stake. Minor units. */
  amountMinor: bigint;
  /** Recharge: the turnover it adds; bet: the stake that counts. Minor units. */
  weightMinor: bigint;
};

/** A step with its change, and the turnover owed after it. */
export type Counted = TurnoverChange & { countedMinor: bigint; leftMinor: bigint };

export type Turnover = {
  leftMinor: bigint;
  /** Oldest first. */
  steps: Counted[];
  /** After this step nothing was owed; undefined when something was owed after each. */
  metAt: Date | undefined;
};

/**
 * The turnover owed after some steps, starting from zero. A recharge adds its turnover; a settled stake
 * reduces it at that time, and its surplus is not carried over to later recharges.
 * @param steps in any order; at the same time recharges come first
 */
export const countTurnover = (steps: readonly TurnoverChange[]): Turnover => {
  const ordered = steps.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || Number(a.kind === 'bet') - Number(b.kind === 'bet'),
  );
  let leftMinor = 0n;
  let metAt: Date | undefined;
  const counted = ordered.map((step): Counted => {
    const change =
      step.kind === 'recharge'
        ? step.weightMinor
        : step.weightMinor < leftMinor
          ? step.weightMinor
          : leftMinor;
    leftMinor += step.kind === 'recharge' ? change : -change;
    if (leftMinor === 0n) metAt = step.at;
    return { ...step, countedMinor: change, leftMinor };
  });
  return { leftMinor, steps: counted, metAt };
};

/**
 * The turnover that a recharge adds: its amount times the multiple (in hundredths of a percent), rounded
 * down.
 */
export const owedFor = (creditedMinor: bigint, multipleBp: number): bigint =>
  (creditedMinor * BigInt(multipleBp)) / 10_000n;
