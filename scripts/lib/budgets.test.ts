import { describe, expect, it } from 'vitest';
import { budgets, offBudget } from './budgets.ts';

describe('a budget', () => {
  const { value } = budgets['WAL of a bet'];

  it('is kept by the same count, and by one within the tolerance', () => {
    expect(offBudget('WAL of a bet', value)).toBeUndefined();
    expect(offBudget('WAL of a bet', value * 1.099)).toBeUndefined();
    expect(offBudget('WAL of a bet', value * 0.901)).toBeUndefined();
  });

  it('is exceeded by more, with the count and the budget', () => {
    expect(offBudget('WAL of a bet', value * 1.11)).toContain(`above its budget of ${value}`);
  });

  it('asks to be lowered by less', () => {
    expect(offBudget('WAL of a bet', value * 0.89)).toContain('lower the budget');
  });

  it('has no tolerance for what no two runs differ in', () => {
    expect(offBudget('statements of a batch of 500 bets', 1e6)).toContain('above');
    expect(offBudget('statements of a batch of 500 bets', 0)).toContain('lower');
  });
});
