import { Type } from 'typebox';
import { between, type Problem } from './problem.ts';

const share = { minimum: 100, maximum: 10_000 } as const;

/** What a site risks on a match by the basis of its prices. */
export const basisSettings = {
  BASIS_FEW_BELOW: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 4,
    description: 'prices rest on few results where one of the teams has fewer than this',
  }),
  BASIS_RESULTS_BP: Type.Integer({
    ...share,
    default: 10_000,
    description:
      "share of a match's caps and of the largest stake where its prices rest on results alone, hundredths of a percent",
  }),
  BASIS_FEW_BP: Type.Integer({
    ...share,
    default: 2_500,
    description: 'the same where they rest on few results',
  }),
  BOUND_BY_BOOKMAKERS: Type.Boolean({
    default: false,
    description: 'no price before kick-off is above the best known price of a bookmaker',
  }),
};

/** Prices that rest on few results never allow more than those that rest on many. */
export const basisProblems = (given: {
  BASIS_RESULTS_BP: number;
  BASIS_FEW_BP: number;
}): readonly Problem[] =>
  given.BASIS_RESULTS_BP < given.BASIS_FEW_BP ? between('BASIS_RESULTS_BP', 'below', 'BASIS_FEW_BP') : [];
