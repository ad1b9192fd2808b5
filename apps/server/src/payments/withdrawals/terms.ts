import type { WithdrawalTerms } from '@touchline/contract/shapes/cashier';
import { formatAmount } from '@touchline/money/amount';
import { percentText, type FeeTerms } from '../amounts.ts';
import { arrivesBy, windowAt, type Window } from './window.ts';

/** The site's terms of withdrawals. Amounts in minor units. */
export type WithdrawalRules = {
  minMinor: bigint;
  maxMinor: bigint;
  fee: Required<FeeTerms>;
  window: Window;
  arrivalHours: number;
  /**
   * Limits of the sum requested within 24 hours: above this the password is required, and above the next two
   * operators approve.
   */
  passwordAboveMinor: bigint;
  twoAboveMinor: bigint;
  coolingHours: number;
  turnoverBp: number;
};

/** A member's terms by level: the percentage of the fee, and the maximum at once. */
export type Benefits = { feeBp: number; maxMinor: bigint };

/** The terms of a member. The fixed part of the fee and its minimum are everybody's. */
export const withBenefits = (rules: WithdrawalRules, { feeBp, maxMinor }: Benefits): WithdrawalRules => ({
  ...rules,
  maxMinor,
  fee: { ...rules.fee, feeBp },
});

/** The terms of a withdrawal requested now. */
export const termsNow = (
  rules: WithdrawalRules,
  now: Date,
  {
    turnoverLeftMinor,
    availableMinor,
    requestedMinor,
    scale,
    rates,
  }: {
    turnoverLeftMinor: bigint;
    availableMinor: bigint;
    /** Requests of the last 24 hours that were neither rejected nor cancelled. */
    requestedMinor: bigint;
    scale: number;
    rates: WithdrawalTerms['rates'];
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
    rates,
  };
};
