import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { readVipLevels } from '../../core/config/growth.ts';
import { neverWorse, readRules, toSettings, wrongIn } from './rules-domain.ts';
import { levelAt, levelWith } from '../vip/domain.ts';

const site = readConfig({});
const week = ['1', '1', '2', '2', '3', '3', '5'];

test('rules come back from the settings they are written as', () => {
  const rules = { checkIn: week, levels: [{ level: 2, turnover: '20000', support: 'priority' as const }] };
  expect(readRules(toSettings(rules))).toEqual(rules);
  expect(readRules(toSettings({ checkIn: [], levels: [] }))).toEqual({ checkIn: [], levels: [] });
  expect(readRules(site)).toEqual({ checkIn: week, levels: [] });
});

test.each([
  [{ checkIn: [], levels: [] }, {}],
  [{ checkIn: ['1'], levels: [] }, { 'rules.checkIn': 'length' }],
  [{ checkIn: [...week.slice(0, 6), '0'], levels: [] }, { 'rules.checkIn.6': 'amount' }],
  [{ checkIn: week, levels: [{ level: 2, turnover: '1000' }] }, { 'rules.levels.2.turnover': 'range' }],
  [{ checkIn: week, levels: [{ level: 2 }, { level: 2 }] }, { 'rules.levels.2': 'range' }],
  [
    { checkIn: week, levels: [{ level: 1, withdrawFee: '1.01', checkIn: 130 }] },
    { 'rules.levels.1.withdrawFee': 'range', 'rules.levels.2.checkIn': 'range' },
  ],
])('%j', (rules, wrong) => {
  expect(wrongIn(rules, site, 2)).toEqual(wrong);
});

test('valid rules pass the reader of the settings without a problem', () => {
  const amount = fc.integer({ min: 0, max: 2_000_000 }).map(String);
  const level = fc.record(
    {
      level: fc.integer({ min: 1, max: 5 }),
      turnover: amount,
      withdrawMax: amount,
      withdrawFee: fc.constantFrom('0', '0.2', '0.85', '1', '1.5'),
      checkIn: fc.integer({ min: 100, max: 250 }),
    },
    { requiredKeys: ['level'] },
  );
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 7, maxLength: 7 }),
      fc.array(level, { maxLength: 3 }),
      (checkIn, levels) => {
        const settings = toSettings({ checkIn, levels });
        const stands = Object.keys(wrongIn({ checkIn, levels }, site, 2)).length === 0;
        const starts = (() => {
          try {
            readConfig(settings);
            return true;
          } catch {
            return false;
          }
        })();
        expect(stands).toBe(starts);
      },
    ),
    { numRuns: 120 },
  );
});

test('no level is worse than the one below, for any settings of the site', () => {
  const fixed = { VIP_LEVELS: '[{"level":1,"withdrawFee":"0.9","withdrawMax":"60000"}]' };
  const moved = neverWorse(
    readVipLevels({ ...site, ...fixed, WITHDRAW_FEE_BP: 50, WITHDRAW_MAX: '90000' }, 2),
  );
  expect(moved.slice(0, 3)).toMatchObject([
    { feeBp: 50, maxMinor: 9_000_000n },
    { feeBp: 50, maxMinor: 9_000_000n },
    { feeBp: 40, maxMinor: 18_000_000n },
  ]);
});

test('an announced level stays under other rules, and goes with the turnover', () => {
  const levels = readVipLevels(site, 2);
  const easy = levels.map((one) => ({
    ...one,
    turnoverMinor: one.turnoverMinor - (one.turnoverMinor * 4n) / 5n,
  }));
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 120_000_000n }),
      fc.integer({ min: 1, max: 5 }),
      (turnover, told) => {
        const { level } = levelWith(levels, turnover, { level: told, levels: easy });
        const now = levelAt(levels, turnover).level;
        expect(level).toBe(Math.max(now, Math.min(told, levelAt(easy, turnover).level)));
      },
    ),
  );
});
