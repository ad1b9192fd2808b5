import { amountPattern, keyPattern, oddsPattern, signedAmountPattern } from '@touchline/contract/limits';
import type { FieldRule } from '@touchline/contract/reasons';
import type { TValidationError } from 'typebox/error';

/** Which rule each field breaks, by the field's path: `stake`, `legs.0.odds`. */
export type BrokenRules = Record<string, FieldRule>;

/** Fields named in one answer at most, and how much of a name a client made up is repeated to it. */
const fieldsMax = 32;
const nameMax = 64;

const patternRules = new Map<unknown, FieldRule>([
  [amountPattern, 'amount'],
  [signedAmountPattern, 'amount'],
  [oddsPattern, 'odds'],
  [keyPattern, 'key'],
]);

/** Fields whose own rule says more than the schema's keyword. */
const ruleOfField = (field: string, rule: FieldRule): FieldRule => {
  if (field === 'areaCode') return 'area_code';
  if (field === 'birthDate' && rule === 'format') return 'birth_date';
  if (field === 'password' && rule === 'length') return 'password_length';
  return rule;
};

const keywordRules = new Map<string, FieldRule>([
  ['type', 'type'],
  ['minLength', 'length'],
  ['maxLength', 'length'],
  ['minItems', 'length'],
  ['maxItems', 'length'],
  ['minimum', 'range'],
  ['maximum', 'range'],
  ['enum', 'choice'],
  ['const', 'choice'],
  ['anyOf', 'choice'],
]);

const ruleOf = (error: TValidationError): FieldRule =>
  (error.keyword === 'pattern' ? patternRules.get(error.params.pattern) : keywordRules.get(error.keyword)) ??
  'format';

/** "/legs/0/odds" as "legs.0.odds", with names a client made up cut short. */
const fieldOf = (instancePath: string, name?: string): string => {
  const parts = instancePath.split('/').slice(1);
  if (name !== undefined) parts.push(name);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, nameMax)).join('.');
};

/** What one finding of the schema says: the fields it is about and the rule they break. */
const findings = (error: TValidationError): [string, FieldRule][] => {
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => [fieldOf(error.instancePath, name), 'required']);
  }
  if (error.keyword === 'additionalProperties') {
    return error.params.additionalProperties.map((name) => [fieldOf(error.instancePath, name), 'unknown']);
  }
  // Said again, with its name, by the additionalProperties of the object it stands in.
  if (error.keyword === 'boolean') return [];
  const field = fieldOf(error.instancePath);
  return [[field, ruleOfField(field, ruleOf(error))]];
};

/**
 * The broken rules of an input, the first of each field, from what the schema found; bounded, so that a hostile input
 * does not become a long answer.
 */
export const brokenRules = (errors: readonly TValidationError[]): BrokenRules => {
  // A Map, since a client may name a field `__proto__`.
  const rules = new Map<string, FieldRule>();
  for (const error of errors) {
    for (const [field, rule] of findings(error)) {
      if (rules.size < fieldsMax && !rules.has(field)) rules.set(field, rule);
    }
  }
  return Object.fromEntries(rules);
};
