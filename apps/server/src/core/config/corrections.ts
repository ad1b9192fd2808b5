import { parseAmount } from '@touchline/money/amount';
import { currencies } from '@touchline/money/currency';
import { Type } from 'typebox';
import { between, type Problem } from './problem.ts';

const amount = '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$';

/** Limits of corrections by operators. Credits and debits count alike, by their size. */
export const correctionSettings = {
  CORRECTION_MAX_CASHIER: Type.String({
    pattern: amount,
    default: '500.00',
    description: 'the largest correction of a balance that a cashier may propose or apply',
  }),
  CORRECTION_DAY_CASHIER: Type.String({
    pattern: amount,
    default: '2000.00',
    description: 'the most a cashier may propose, and the most they may apply, within 24 hours',
  }),
  CORRECTION_MAX_OWNER: Type.String({
    pattern: amount,
    default: '5000.00',
    description: 'the largest correction that an owner may propose or apply: no operator may do more',
  }),
  CORRECTION_DAY_OWNER: Type.String({
    pattern: amount,
    default: '20000.00',
    description: 'the most an owner may propose, and the most they may apply, within 24 hours',
  }),
  CORRECTION_DAY_MEMBER: Type.String({
    pattern: amount,
    default: '10000.00',
    description: 'the most that all operators together correct for one member within 24 hours',
  }),
};

type CorrectionSettings = Record<keyof typeof correctionSettings, string>;

/** Problems of these limits between values that are right by themselves. */
export const correctionProblems = (given: CorrectionSettings): Problem[] => {
  const isBelow = (name: keyof CorrectionSettings, than: keyof CorrectionSettings): readonly Problem[] => {
    const [value = 0n, bound = 0n] = [given[name], given[than]].map((text) =>
      parseAmount(text, currencies.PLAY.scale),
    );
    return value < bound ? between(name, 'below', than) : [];
  };
  return [
    ...isBelow('CORRECTION_DAY_CASHIER', 'CORRECTION_MAX_CASHIER'),
    ...isBelow('CORRECTION_DAY_OWNER', 'CORRECTION_MAX_OWNER'),
    ...isBelow('CORRECTION_MAX_OWNER', 'CORRECTION_MAX_CASHIER'),
    ...isBelow('CORRECTION_DAY_OWNER', 'CORRECTION_DAY_CASHIER'),
  ];
};
