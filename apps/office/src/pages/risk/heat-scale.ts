import { niceStep } from '../../ui/chart/scale.ts';

/** Steps of colour for losses and for gains; what is beyond the last shows as the last. */
export const lossSteps = 5;
export const gainSteps = 3;

/** No two more than a quarter apart, so that the largest loss always bears the darkest of five steps. */
const fine = [1, 1.2, 1.5, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10];

/** How much money one step of colour is, where these are the ends: the largest loss fills all steps. */
export const stepOf = (amounts: readonly number[]): number => {
  const [least, most] = [Math.min(0, ...amounts), Math.max(0, ...amounts)];
  return least < 0 ? niceStep(-least / lossSteps, fine) : niceStep(most / gainSteps, fine);
};

/** The step an amount falls into: below 0 a loss, above 0 a gain, 0 neither. */
export const levelOf = (amount: number, step: number): number => {
  if (amount === 0) return 0;
  const level = Math.ceil(Math.abs(amount) / step - 1e-9);
  return amount < 0 ? -Math.min(level, lossSteps) : Math.min(level, gainSteps);
};

/** A decimal amount in whole units, halves away from nothing: "-12.50" is "-13". For figures at a glance. */
export const wholeOf = (amount: string): string => {
  const [, sign = '', units = '0', tenth = '0'] = /^(-?)(\d+)(?:\.(\d))?/.exec(amount) ?? [];
  const whole = BigInt(units) + (Number(tenth) >= 5 ? 1n : 0n);
  return whole === 0n ? '0' : `${sign}${whole}`;
};
