import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { readCheckInScale, readVipLevels } from './growth.ts';

const problems = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};
const levels = (env: Record<string, string> = {}) => readVipLevels(readConfig(env), 2);

describe('VIP levels', () => {
  test('have defaults', () => {
    expect(levels().map(({ turnoverMinor }) => turnoverMinor)).toEqual([
      0n,
      100_000n,
      1_000_000n,
      5_000_000n,
      25_000_000n,
      100_000_000n,
    ]);
    expect(levels().map(({ feeBp }) => feeBp)).toEqual([100, 90, 80, 60, 40, 20]);
    expect(levels().map(({ maxMinor }) => maxMinor)).toEqual([
      5_000_000n,
      7_500_000n,
      10_000_000n,
      15_000_000n,
      20_000_000n,
      30_000_000n,
    ]);
    expect(levels().map(({ checkInPercent }) => checkInPercent)).toEqual([100, 110, 125, 150, 175, 200]);
    expect(levels().map(({ support }) => support === 'priority')).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  test("fees and maxima follow the site's", () => {
    const site = levels({ WITHDRAW_FEE_BP: '150', WITHDRAW_MAX: '1000' });
    expect(site.map(({ feeBp }) => feeBp)).toEqual([150, 135, 120, 90, 60, 30]);
    expect(site[5]?.maxMinor).toBe(600_000n);
    expect(levels({ WITHDRAW_FEE_BP: '0' }).every(({ feeBp }) => feeBp === 0)).toBe(true);
  });

  test('follow the setting', () => {
    const VIP_LEVELS = JSON.stringify([
      {
        level: 2,
        turnover: '20000.50',
        withdrawFee: '0.75',
        withdrawMax: '120000',
        checkIn: 130,
        support: 'priority',
      },
    ]);
    expect(levels({ VIP_LEVELS })[2]).toEqual({
      level: 2,
      turnoverMinor: 2_000_050n,
      feeBp: 75,
      maxMinor: 12_000_000n,
      checkInPercent: 130,
      support: 'priority',
    });
    expect(levels({ VIP_LEVELS })[3]).toEqual(levels()[3]);
  });

  test.each([
    ['[{"level":2,"turnover":"1000"}]', ['turnover of level 2']],
    ['[{"level":2,"turnover":"60000"}]', ['turnover of level 3']],
    ['[{"level":1,"withdrawFee":"1.01"}]', ['withdrawFee of level 1']],
    ['[{"level":1,"withdrawMax":"49999.99"}]', ['withdrawMax of level 1']],
    ['[{"level":5,"checkIn":174}]', ['checkIn of level 5']],
    ['[{"level":1,"support":"priority"}]', ['support of level 2']],
    ['[{"level":1},{"level":1}]', ['level 1 is listed twice']],
    ['[{"level":0,"checkIn":200}]', ['must be a JSON list']],
    ['[{"level":6}]', ['must be a JSON list']],
    ['[{"level":1,"cashback":"5"}]', ['must be a JSON list']],
    ['[{"level":1,"turnover":"-5"}]', ['must be a JSON list']],
    ['{"level":1}', ['must be a JSON list']],
    ['no JSON', ['must be a JSON list']],
  ])('%s does not start', (VIP_LEVELS, named) => {
    const found = problems({ VIP_LEVELS });
    expect(found).toHaveLength(named.length);
    for (const [i, name] of named.entries()) expect(found[i]).toMatch(name);
  });
});

describe('the scale of check-ins', () => {
  test('has seven days, or none', () => {
    expect(readCheckInScale(readConfig({}).CHECK_IN_SCALE, 2)).toEqual([
      100n,
      100n,
      200n,
      200n,
      300n,
      300n,
      500n,
    ]);
    expect(readCheckInScale(readConfig({ CHECK_IN_SCALE: 'off' }).CHECK_IN_SCALE, 2)).toEqual([]);
  });

  test.each(['1,1', '1,1,2,2,3,3,5,5', '1,1,2,2,3,3,-5', '1,1,2,2,3,3,0', 'none'])(
    '%s does not start',
    (CHECK_IN_SCALE) => {
      expect(problems({ CHECK_IN_SCALE }).join()).toMatch('CHECK_IN_SCALE');
    },
  );
});
