import { LONGEST_MILLI } from '@touchline/football/ladder';

/** A price this many times the model's, or the other way round, needs a confirmation. */
const FAR = 1.15;
/** A price this many times the model's is a typing error, even with a confirmation. */
const ABSURD = 3;
/** Below this margin, as a share, no market is offered. */
const LEAST_MARGIN = -0.2;

/** The margin in prices, a share: 0.05 keeps 5 % of what is paid out. Selections without a price do not count. */
export const marginOf = (oddsMilli: readonly number[], winners: number): number =>
  oddsMilli.reduce((sum, odds) => sum + (odds > 0 ? 1000 / odds : 0), 0) / winners - 1;

/**
 * Judges prices before they are offered.
 * @param asked odds in thousandths beside the market's selections, 0 for none
 * @param model the model's odds
 * @param winners how many selections of the market win
 * @returns `absurd`: a typing error; `far`: far from the model, or the house would pay on the whole; `fine`
 */
export const judgePrices = (
  asked: readonly number[],
  model: readonly number[],
  winners: number,
): 'fine' | 'far' | 'absurd' => {
  const ratios = asked.map((odds, index) => {
    const other = model[index] ?? 0;
    return odds === 0 || other === 0 ? 1 : Math.max(odds / other, other / odds);
  });
  const largest = Math.max(...ratios);
  const margin = marginOf(asked, winners);
  const isOffLadder = asked.some((odds) => odds !== 0 && (odds <= 1000 || odds > LONGEST_MILLI));
  const isTaken = asked.some((odds, index) => odds === 0 && (model[index] ?? 0) > 0);
  if (isOffLadder || isTaken || largest > ABSURD || margin < LEAST_MARGIN) return 'absurd';
  return largest > FAR || margin < 0 ? 'far' : 'fine';
};
