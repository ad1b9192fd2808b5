import type { SettingProblemCode } from '@touchline/contract/shapes/office-settings';
import { Type } from 'typebox';

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

/**
 * A problem of a setting: a sentence for the person who starts the server, and a code with its values for
 * operators, which their app words.
 */
export type Problem = {
  text: string;
  code: SettingProblemCode;
  /** The setting it is about, by the name of the environment. */
  name?: string;
  values?: Readonly<Record<string, string>>;
};

/** A setting that must be below or above another, and is not. */
export const between = (
  name: string,
  code: 'below' | 'not_above' | 'before',
  other: string,
): readonly Problem[] => {
  const words = { below: 'is less than', not_above: 'is not more than', before: 'is before' };
  return [{ name, code, values: { other }, text: `${name} ${words[code]} ${other}` }];
};

/** An amount of zero where it must be positive. */
export const nothing = (name: string): readonly Problem[] => [
  { name, code: 'positive', text: `${name} must be more than 0` },
];

/** The schema's problem with a single value. */
export const ofSchema = (error: {
  keyword: string;
  instancePath: string;
  message: string;
  params: object;
}): Problem => {
  const name = error.instancePath.slice(1);
  const param = (key: string): string => String(Reflect.get(error.params, key) ?? '');
  const as = (code: SettingProblemCode, values: Record<string, string> = {}): Problem => ({
    name,
    code,
    values,
    text: `${name} ${error.message}`,
  });
  switch (error.keyword) {
    case 'minimum':
    case 'maximum':
      return as(error.keyword, { limit: param('limit') });
    case 'maxLength':
      return as('too_long', { limit: param('limit') });
    default:
      return as('form');
  }
};
