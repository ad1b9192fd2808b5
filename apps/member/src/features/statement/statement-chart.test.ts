import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '@touchline/money/amount';
import { netChart } from './statement-chart.tsx';
import { daysBetween } from './statement-period.ts';

const day = (name: string, net: string) => ({
  day: name,
  net,
  deposits: '0.00',
  withdrawals: '0.00',
  stakes: '0.00',
  open: '0.00',
  returns: '0.00',
  bets: 1,
});
const june = { from: '2026-06-01', to: '2026-06-04' };

describe('the chart of a statement', () => {
  it('has a bar for each day and a line of their running sum', () => {
    const chart = netChart({ days: [day('2026-06-01', '10.00'), day('2026-06-03', '-30.00')] }, june, 2);
    expect(chart.bars.map(({ sign }) => sign)).toEqual([1, 0, -1, 0]);
    // From +10 at the top to −30 at the bottom nothing lies a quarter down.
    expect(chart.zero).toBe(0.25);
    expect(chart.bars.map(({ y, height }) => [y, height])).toEqual([
      [0, 0.25],
      [0.25, 0],
      [0.25, 0.75],
      [0.25, 0],
    ]);
    expect(chart.line).toBe('M0.125 0L0.375 0L0.625 0.75L0.875 0.75');
    expect([chart.high, chart.low]).toEqual(['10.00', '-30.00']);
  });

  it('lies flat in the middle where nothing happened', () => {
    const chart = netChart({ days: [] }, june, 2);
    expect(chart.zero).toBe(0.5);
    expect(chart.bars.every(({ height, y }) => height === 0 && y === 0.5)).toBe(true);
  });

  it('puts a long stretch together in months', () => {
    const year = { from: '2026-01-01', to: '2026-12-31' };
    const days = [day('2026-01-01', '1.00'), day('2026-01-31', '1.00'), day('2026-12-31', '-1.00')];
    const chart = netChart({ days }, year, 2);
    expect(chart.bars).toHaveLength(12);
    expect([chart.high, chart.low]).toEqual(['2.00', '-1.00']);
  });

  it('keeps every bar within its box for all amounts', () => {
    const days = daysBetween({ from: '2026-06-01', to: '2026-06-20' });
    const net = fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n });
    fc.assert(
      fc.property(fc.array(net, { minLength: 20, maxLength: 20 }), (nets) => {
        const list = days.map((name, nth) => day(name, formatAmount(nets[nth] ?? 0n, 2)));
        const { bars } = netChart({ days: list }, { from: '2026-06-01', to: '2026-06-20' }, 2);
        for (const { x, y, width, height } of bars) {
          expect(x >= 0 && y >= 0 && x + width <= 1.001 && y + height <= 1.001).toBe(true);
        }
      }),
    );
  });
});
