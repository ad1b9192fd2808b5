import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTurnover, owedFor, type TurnoverChange } from './domain.ts';
import { commandLists } from '../../testing/commands.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 5, 11, 12, 0, second));
const recharge = (second: number, amountMinor: bigint): TurnoverChange => ({
  kind: 'recharge',
  ref: `r${second}`,
  at: at(second),
  amountMinor,
  weightMinor: amountMinor,
});
const bet = (second: number, stakeMinor: bigint): TurnoverChange => ({
  kind: 'bet',
  ref: `b${second}`,
  at: at(second),
  amountMinor: stakeMinor,
  weightMinor: stakeMinor,
});

const steps = commandLists(
  fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 20 }), fc.bigInt({ min: 1n, max: 1_000n })),
  { maxLength: 30 },
);
const toSteps = (rows: readonly [boolean, number, bigint][]): TurnoverChange[] =>
  rows.map(([isBet, second, minor]) => (isBet ? bet(second, minor) : recharge(second, minor)));

describe('turnover', () => {
  test('a recharge is owed until the same amount was staked after it', () => {
    const { leftMinor, steps: told } = countTurnover([recharge(1, 1_000n), bet(2, 400n), bet(3, 500n)]);
    expect(leftMinor).toBe(100n);
    expect(told.map((step) => step.leftMinor)).toEqual([1_000n, 600n, 100n]);
  });

  test('a stake before the recharge does not count, and its surplus is not carried over', () => {
    const { leftMinor, steps: told } = countTurnover([
      bet(1, 900n),
      recharge(2, 500n),
      bet(3, 700n),
      recharge(4, 300n),
    ]);
    expect(told.map((step) => step.countedMinor)).toEqual([0n, 500n, 500n, 300n]);
    expect(leftMinor).toBe(300n);
  });

  test('at the same time the recharge comes first', () => {
    expect(countTurnover([bet(1, 100n), recharge(1, 100n)]).leftMinor).toBe(0n);
  });

  test('it is the sum of the changes, and never below zero', () => {
    fc.assert(
      fc.property(steps, (rows) => {
        const { leftMinor, steps: told } = countTurnover(toSteps(rows));
        let sum = 0n;
        for (const step of told) {
          sum += step.kind === 'recharge' ? step.countedMinor : -step.countedMinor;
          expect(step.leftMinor).toBe(sum);
          expect(sum >= 0n).toBe(true);
        }
        expect(leftMinor).toBe(sum);
      }),
    );
  });

  test('it is the running sum less its lowest point so far (the reflected walk)', () => {
    fc.assert(
      fc.property(steps, (rows) => {
        const { leftMinor, steps: told } = countTurnover(toSteps(rows));
        let sum = 0n;
        let lowest = 0n;
        for (const step of told) {
          sum += step.kind === 'recharge' ? step.weightMinor : -step.weightMinor;
          if (sum < lowest) lowest = sum;
        }
        expect(leftMinor).toBe(sum - lowest);
      }),
    );
  });

  test('counting from the time at which nothing was owed gives the same', () => {
    fc.assert(
      fc.property(steps, (rows) => {
        const all = toSteps(rows);
        const { leftMinor, metAt } = countTurnover(all);
        if (metAt === undefined) return;
        expect(countTurnover(all.filter((step) => step.at > metAt)).leftMinor).toBe(leftMinor);
      }),
    );
  });

  test('the multiple', () => {
    expect(owedFor(10_001n, 10_000)).toBe(10_001n);
    expect(owedFor(10_001n, 15_000)).toBe(15_001n);
    expect(owedFor(10_001n, 0)).toBe(0n);
  });
});
