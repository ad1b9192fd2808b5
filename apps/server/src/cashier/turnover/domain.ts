/** Something that changes the turnover owed: a recharge that was credited, or a bet that was settled. */
export type Step = {
  kind: 'recharge' | 'bet';
  ref: string;
  at: Date;
  /** Recharge: what it was; bet: its stake. Minor units. */
  amountMinor: bigint;
  /** Recharge: what it adds to what is owed; bet: the stake that counts. Minor units. */
  weightMinor: bigint;
};

/** A step with what it changed, and what was owed after it. */
type Counted = Step & { countedMinor: bigint; leftMinor: bigint };

export type Turnover = {
  leftMinor: bigint;
  /** Oldest first. */
  steps: Counted[];
  /** After this step nothing was owed; undefined when something was owed after each. */
  metAt: Date | undefined;
};

/**
 * What is owed after some steps, starting from nothing owed. A recharge adds its turnover; a settled stake takes from
 * what is owed at that moment, and what it has beyond that is not kept for later recharges.
 * @param steps in any order; at the same moment recharges come first
 */
export const countTurnover = (steps: readonly Step[]): Turnover => {
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

/** What a recharge adds to what is owed: its amount times the multiple (in hundredths of a percent), rounded down. */
export const owedFor = (creditedMinor: bigint, multipleBp: number): bigint =>
  (creditedMinor * BigInt(multipleBp)) / 10_000n;
