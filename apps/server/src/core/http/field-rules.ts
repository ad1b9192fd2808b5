import { amountPattern, keyPattern, oddsPattern, signedAmountPattern } from '@touchline/contract/limits';
import type { RouteName } from '@touchline/contract/paths';
import type { FieldRule } from '@touchline/contract/reasons';
import type { TValidationError } from 'typebox/error';

/** Which rule each field breaks, by the field's path: `stake`, `legs.0.odds`. */
export type BrokenRules = Record<string, FieldRule>;

/** Fields named in one answer at most, and how much of a client's name is repeated in it. */
const fieldsMax = 32;
const nameMax = 64;

const patternRules = new Map<unknown, FieldRule>([
  [amountPattern, 'amount'],
  [signedAmountPattern, 'amount'],
  [oddsPattern, 'odds'],
  [keyPattern, 'key'],
]);

/** Fields whose own rule is more exact than the schema's keyword. */
const ruleOfField = (field: string, rule: FieldRule): FieldRule => {
  if (field === 'areaCode') return 'area_code';
  if (field === 'birthDate' && rule === 'format') return 'birth_date';
  if ((field === 'password' || field === 'newPassword') && rule === 'length') return 'password_length';
  return rule;
};

/** An input and its call. */
type CallInput = { input: unknown; call: RouteName };

/** Rules of fields whose message for an empty value is more exact than "required". */
const emptyRules = new Map<string, FieldRule>([
  ['account', 'account_empty'],
  ['password', 'password_empty'],
  ['oldPassword', 'password_empty'],
  ['newPassword', 'password_empty'],
  ['confirmPassword', 'confirm_empty'],
]);
/** The same for a field of one call. */
const emptyRulesOfCall: Partial<Record<RouteName, Readonly<Record<string, FieldRule>>>> = {
  orderAdd: { stake: 'stake_empty' },
  createWithdraw: { amount: 'withdraw_empty' },
};

const emptyRuleOf = (field: string, call: RouteName): FieldRule =>
  emptyRulesOfCall[call]?.[field] ?? emptyRules.get(field) ?? 'required';

/** Whether the value at a pointer such as "/legs/0/odds" exists, and is blank. */
const isBlankAt = (input: unknown, instancePath: string): boolean => {
  let value = input;
  for (const name of instancePath.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return false;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return typeof value === 'string' && value.trim() === '';
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

/** "/legs/0/odds" as "legs.0.odds", with a client's names cut short. */
const fieldOf = (instancePath: string, name?: string): string => {
  const parts = instancePath.split('/').slice(1);
  if (name !== undefined) parts.push(name);
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~').slice(0, nameMax)).join('.');
};

/** One finding of the schema: its fields and the broken rule. */
const findings = (error: TValidationError, given: CallInput): [string, FieldRule][] => {
  if (error.keyword === 'required') {
    return error.params.requiredProperties.map((name) => {
      const field = fieldOf(error.instancePath, name);
      return [field, emptyRuleOf(field, given.call)];
    });
  }
  if (error.keyword === 'additionalProperties') {
    return error.params.additionalProperties.map((name) => [fieldOf(error.instancePath, name), 'unknown']);
  }
  // The additionalProperties of the enclosing object report it again, with its name.
  if (error.keyword === 'boolean') return [];
  const field = fieldOf(error.instancePath);
  const isEmpty = field !== '' && isBlankAt(given.input, error.instancePath);
  return [[field, isEmpty ? emptyRuleOf(field, given.call) : ruleOfField(field, ruleOf(error))]];
};

/**
 * The broken rules of an input, the first of each field, from the schema's findings; bounded, so that a
 * hostile input does not become a long answer. A missing or empty field is reported as such, even if it
 * breaks other rules too.
 * @param given the input itself, and its call
 */
export const brokenRules = (errors: readonly TValidationError[], given: CallInput): BrokenRules => {
  // A Map, since a client may name a field `__proto__`.
  const rules = new Map<string, FieldRule>();
  for (const error of errors) {
    for (const [field, rule] of findings(error, given)) {
      if (rules.size < fieldsMax && !rules.has(field)) rules.set(field, rule);
    }
  }
  return Object.fromEntries(rules);
};
