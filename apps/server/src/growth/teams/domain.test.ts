import { describe, expect, it } from 'vitest';
import * as domain from './domain.ts';

const text = '0,0,0,0:8,3,1;0,5,100.00,50:9,3.5,1.25;0,20,100.00,500:10,4,1.5';
const levels = domain.toLevels(domain.readLevels(text), 2);

describe('rules of teams', () => {
  it('are read from the settings', () => {
    expect(domain.wrongIn(domain.readLevels(text), 2)).toBeUndefined();
    expect(levels).toMatchObject([
      { level: 1, people: 0, recharged: 0, sessions: 0, rates: [80_000, 30_000, 10_000] },
      { level: 2, recharged: 5, rechargeEachMinor: 10_000n, sessions: 50, rates: [90_000, 35_000, 12_500] },
      {
        level: 3,
        recharged: 20,
        rechargeEachMinor: 10_000n,
        sessions: 500,
        rates: [100_000, 40_000, 15_000],
      },
    ]);
  });

  it.each([
    ['a rate that falls', '0,0,0,0:8,3,1;0,5,100,50:9,2,1.25;0,20,100,500:10,4,1.5', 'levels.1.rates'],
    [
      'a condition that falls',
      '0,0,0,0:8,3,1;0,5,100,50:9,3,1;0,4,100,500:10,4,1',
      'levels.2.conditions.recharged',
    ],
    [
      'an amount that falls',
      '0,0,0,0:8,3,1;0,5,100,50:9,3,1;0,5,50,500:10,4,1',
      'levels.2.conditions.rechargeEach',
    ],
    ['fewer bets', '0,0,0,10:8,3,1;0,5,100,9:9,3,1;0,5,100,500:10,4,1', 'levels.1.conditions.sessions'],
    ['fewer people', '3,0,0,0:8,3,1;2,5,100,9:9,3,1;2,5,100,500:10,4,1', 'levels.1.conditions.people'],
    ['more than half of the margin', '0,0,0,0:8,3,1;0,5,100,50:9,3,1;0,5,100,500:30,15,6', 'levels.2.rates'],
  ])('cannot be published with %s', (_what, rules, field) => {
    expect(domain.wrongIn(domain.readLevels(rules), 2)).toBe(field);
  });

  it('refuse a level twice, and an amount finer than the currency', () => {
    const [first, second, third] = domain.readLevels(text);
    if (!first || !second || !third) throw new Error('three levels');
    expect(domain.wrongIn([first, first, third], 2)).toBe('levels.1.level');
    const fine = { ...second, conditions: { ...second.conditions, rechargeEach: '100.005' } };
    expect(domain.wrongIn([first, fine, third], 2)).toBe('levels.1.conditions.rechargeEach');
  });
});

describe('a team level', () => {
  it('is the highest whose conditions are all met', () => {
    expect(domain.levelOf(levels, { people: 0, recharged: [0, 0, 0], sessions: 0 })).toBe(1);
    expect(domain.levelOf(levels, { people: 9, recharged: [9, 5, 5], sessions: 49 })).toBe(1);
    expect(domain.levelOf(levels, { people: 9, recharged: [9, 5, 5], sessions: 50 })).toBe(2);
    expect(domain.levelOf(levels, { people: 99, recharged: [99, 20, 20], sessions: 499 })).toBe(2);
    expect(domain.levelOf(levels, { people: 99, recharged: [99, 20, 20], sessions: 500 })).toBe(3);
  });

  it('is none where not even the first is met, and none has no rates', () => {
    const strict = domain.toLevels(
      domain.readLevels(`1${text.slice(1)}`.replace(';0', ';1').replace(';0', ';1')),
      2,
    );
    expect(domain.levelOf(strict, { people: 0, recharged: [0, 0, 0], sessions: 0 })).toBe(0);
    expect(domain.ratesOf(strict, 0)).toEqual([0, 0, 0]);
  });
});

describe('arithmetic', () => {
  it('rounds a line down once', () => {
    expect(domain.commissionOf(100_000n * 47_619n, 80_000)).toBe(380n);
    expect(domain.commissionOf(12_499_999n, 80_000)).toBe(0n);
    expect(domain.commissionOf(12_500_000n, 80_000)).toBe(1n);
  });

  it('writes percentages and kept amounts exactly', () => {
    for (const percent of ['8', '3.5', '1.25', '0', '0.0001', '50']) {
      expect(domain.formatPercent(domain.parsePercent(percent))).toBe(percent);
    }
    expect(domain.formatTheoretical(100_000n * 47_619n, 2)).toBe('47.619');
    expect(domain.formatTheoretical(1n, 2)).toBe('0.00000001');
    expect(domain.formatTheoretical(-4_761_900_000n, 2)).toBe('-47.619');
    expect(domain.formatTheoretical(0n, 2)).toBe('0.00');
  });
});

describe('what a leader sees of a friend', () => {
  it('is a masked number and a masked account', () => {
    expect(domain.maskPhone('49', '15123456712')).toBe('+49 ••• ••12');
    expect(domain.maskPhone(null, null)).toBe('');
    expect(domain.maskAccount('anna.berg')).toBe('an•••');
  });
});

describe('the link of an invitation', () => {
  it('has the host of the pages, also when the calls have another host', () => {
    const page = 'https://touchline.example/?icode=ABC123#/pages/login/signup';
    expect(domain.inviteLink({ protocol: 'https', host: 'api.touchline.example' }, 'ABC123')).toBe(page);
    expect(domain.inviteLink({ protocol: 'https', host: 'touchline.example' }, 'ABC123')).toBe(page);
    expect(domain.inviteLink({ protocol: 'http', host: '127.0.0.1:3000' }, 'A&B')).toBe(
      'http://127.0.0.1:3000/?icode=A%26B#/pages/login/signup',
    );
  });
});
