import { describe, expect, it } from 'vitest';
import { limitChange, limitOf } from './limit-change.ts';

describe('a wish for a limit', () => {
  it('counts at once where there was none, or where it is lower', () => {
    expect(limitChange(undefined, '50.00', 2)).toBe('at_once');
    expect(limitChange('50.00', '49.99', 2)).toBe('at_once');
    expect(limitChange('50.00', '0.00', 2)).toBe('at_once');
  });

  it('waits where it is higher, or where there shall be none', () => {
    expect(limitChange('50.00', '50.01', 2)).toBe('waits');
    expect(limitChange('9.00', '10.00', 2)).toBe('waits');
    expect(limitChange('50.00', undefined, 2)).toBe('waits');
  });

  it('changes nothing when it is what is in force, however it is written', () => {
    expect(limitChange('50.00', '50', 2)).toBe('same');
    expect(limitChange(undefined, undefined, 2)).toBe('same');
  });
});

it('finds the limit of a kind and a period', () => {
  const day = { kind: 'stake', period: 'day', used: '0.00', resetsAt: '' } as const;
  const week = { ...day, period: 'week' } as const;
  expect(limitOf([day, week], 'stake', 'week')).toBe(week);
  expect(limitOf([day, week], 'loss', 'week')).toBeUndefined();
});
