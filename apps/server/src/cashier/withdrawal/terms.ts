import type { WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatAmount } from '@touchline/money/amount';
import { percentText, type FeeTerms } from '../amounts.ts';
import { arrivesBy, windowAt, type Window } from './window.ts';

/** What a site asks of withdrawals. Amounts in minor units. */
export type Rules = {
  minMinor: bigint;
  maxMinor: bigint;
  fee: Required<FeeTerms>;
  window: Window;
  arrivalHours: number;
  /** Of what is requested within 24 hours: the password is asked above this, and two operators approve above that. */
  passwordAboveMinor: bigint;
  twoAboveMinor: bigint;
  coolingHours: number;
  turnoverBp: number;
};

/** What a member's level makes of the rules: the percentage of the fee, and the most at once. */
export type Benefits = { feeBp: number; maxMinor: bigint };

/** The rules as they are for a member. The fixed part of the fee and its minimum are everybody's. */
export const withBenefits = (rules: Rules, { feeBp, maxMinor }: Benefits): Rules => ({
  ...rules,
  maxMinor,
  fee: { ...rules.fee, feeBp },
});

/** The terms of a withdrawal asked for now. */
export const termsNow = (
  rules: Rules,
  now: Date,
  {
    turnoverLeftMinor,
    availableMinor,
    requestedMinor,
    scale,
  }: {
    turnoverLeftMinor: bigint;
    availableMinor: bigint;
    /** What was requested in the last 24 hours and was neither refused nor cancelled. */
    requestedMinor: bigint;
    scale: number;
  },
): WithdrawalTerms => {
  const text = (minor: bigint): string => formatAmount(minor, scale);
  const { window, fee } = rules;
  const hours = windowAt(window, now);
  return {
    min: text(rules.minMinor),
    max: text(rules.maxMinor),
    feePercent: percentText(fee.feeBp),
    feeFixed: text(fee.feeFixedMinor),
    feeMin: text(fee.feeMinMinor),
    window: {
      days: [...window.days],
      from: window.from,
      to: window.to,
      timeZone: window.timeZone,
      ...(hours.open ? { open: true } : { open: false, opensAt: hours.opensAt.toISOString() }),
    },
    arrivalHours: rules.arrivalHours,
    arrivesBy: arrivesBy(window, hours.open ? now : hours.opensAt, rules.arrivalHours).toISOString(),
    turnoverLeft: text(turnoverLeftMinor),
    turnoverMultiple: percentText(rules.turnoverBp / 100),
    available: text(availableMinor),
    passwordAbove: text(rules.passwordAboveMinor),
    passwordFree: text(
      requestedMinor < rules.passwordAboveMinor ? rules.passwordAboveMinor - requestedMinor : 0n,
    ),
    coolingHours: rules.coolingHours,
  };
};
