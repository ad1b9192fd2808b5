import type { SettingProblemCode } from '@touchline/contract/shapes/office-settings';

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
