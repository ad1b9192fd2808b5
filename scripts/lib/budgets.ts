/** What is counted, what it was when the budget was last set, and by how much two runs of the same code may differ. */
type Budget = { value: number; unit: string; tolerance: number };

/** No two runs differ. */
const exact = 0;
/** Keys are random, so that pages of indexes divide at other places. */
const keys = 0.05;
/** Bets of a batch share records, and how many batches they come in depends on what else runs. */
const shared = 0.1;
/** Optimised code allocates less, and when it is optimised depends on the run. */
const heap = 0.15;

/** Costs that no clock measures. The tests that count them fail above the budget, and below it until it is lowered. */
export const budgets = {
  'statements of a bet placed alone': { value: 1, unit: 'statements', tolerance: exact },
  'round trips of a bet placed alone': { value: 1, unit: 'round trips', tolerance: exact },
  'statements of a batch of 500 bets': { value: 1, unit: 'statements', tolerance: exact },
  'round trips of a batch of 500 bets': { value: 1, unit: 'round trips', tolerance: exact },
  'rows written by a bet': { value: 3, unit: 'rows', tolerance: keys },
  'index entries written by a bet': { value: 5.01, unit: 'entries', tolerance: keys },
  'WAL of a bet': { value: 1_290, unit: 'bytes', tolerance: shared },
  'entries of the public log by a bet': { value: 2, unit: 'entries', tolerance: exact },
  'WAL of the entries of the public log by a bet': { value: 846, unit: 'bytes', tolerance: shared },
  'memory allocated by a bet': { value: 30_400, unit: 'bytes', tolerance: heap },
  'statements of a settled chunk of 500 bets': { value: 6, unit: 'statements', tolerance: exact },
  'round trips of a settled chunk of 500 bets': { value: 6, unit: 'round trips', tolerance: exact },
  'statements of a recharge begun': { value: 14, unit: 'statements', tolerance: exact },
  'round trips of a recharge begun': { value: 14, unit: 'round trips', tolerance: exact },
  'statements of a recharge credited': { value: 10, unit: 'statements', tolerance: exact },
  'round trips of a recharge credited': { value: 10, unit: 'round trips', tolerance: exact },
  'files of the first page': { value: 8, unit: 'files', tolerance: exact },
  'size of the first page, gzip': { value: 177_829, unit: 'bytes', tolerance: 0.01 },
} as const satisfies Readonly<Record<string, Budget>>;

/**
 * Compares a count with its budget.
 * @returns undefined within it, otherwise what to do
 */
export const offBudget = (name: keyof typeof budgets, count: number): string | undefined => {
  const { value, unit, tolerance } = budgets[name];
  const rounded = Number(count.toFixed(2));
  if (Math.abs(count - value) <= value * tolerance) return undefined;
  return count > value
    ? `${name}: ${rounded} ${unit}, above its budget of ${value}`
    : `${name}: ${rounded} ${unit}, below its budget of ${value}: lower the budget in scripts/lib/budgets.ts`;
};
