import type { MoneyEntry } from '@touchline/contract/shapes/money';
import { loadAppCatalogue } from '@touchline/locales/load-app';
import { createTranslator } from '@touchline/locales/translator';
import { formatAmount } from '@touchline/money/amount';
import { csvLine } from '@touchline/money/csv';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';
import { daysOf } from './period.ts';

const entry: MoneyEntry = {
  id: '2',
  kind: 'stake',
  amount: '-12.50',
  held: '0.00',
  balanceAfter: '1987.50',
  heldAfter: '0.00',
  at: '2026-06-11T12:00:00.000Z',
  ref: '0197a000-0000-7000-8000-000000000001',
  note: 'A – B, +1',
};
const { ref: _, note: __, ...own } = entry;

it('writes a heading and a line for each entry, amounts as they are', async () => {
  const t = createTranslator('en', await loadAppCatalogue('en'));
  expect(csvOf([entry, { ...own, id: '1', kind: 'grant', amount: '2000.00' }], t)).toBe(
    '\uFEFFNumber,Time (UTC),Type,Amount,Balance after,Held,Held after,Related to,Note\r\n' +
      '2,2026-06-11T12:00:00.000Z,Stake,-12.50,1987.50,0.00,0.00,0197a000-0000-7000-8000-000000000001,"A – B, +1"\r\n' +
      '1,2026-06-11T12:00:00.000Z,Play money,2000.00,1987.50,0.00,0.00,,\r\n',
  );
});

it('writes no cell that a spreadsheet would run, but amounts below zero as numbers', async () => {
  const t = createTranslator('en', await loadAppCatalogue('en'));
  const start = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '');
  const text = fc.tuple(start, fc.string()).map((parts) => parts.join(''));
  const minor = fc.integer({ min: -9_999_999, max: 9_999_999 });
  fc.assert(
    fc.property(text, text, minor, (note, ref, amount) => {
      const written = formatAmount(BigInt(amount), 2);
      const line = csvOf([{ ...entry, note, ref, amount: written }], t)
        .slice(1)
        .split('\r\n')
        .slice(1)
        .join('\r\n');
      // Amounts are unquoted and unchanged.
      expect(line).toContain(`,Stake,${written},1987.50,`);
      const cells = line.slice(line.indexOf(',0.00,0.00,') + ',0.00,0.00,'.length);
      expect(cells).toBe(csvLine([ref, note]));
      const risky = [ref, note].filter((cell) => /^[=+\-@\t\r\n＝]/.test(cell));
      expect(risky.filter((cell) => !/^"?'/.test(csvLine([cell])))).toEqual([]);
    }),
  );
});

const days = (period: Parameters<typeof daysOf>[0], now: string, timeZone = 'UTC') =>
  daysOf(period, { now: new Date(now), timeZone });

describe('the days of a period', () => {
  it('end today where the site is, and are as many as they say', () => {
    expect(days('today', '2026-06-11T12:00:00Z')).toEqual({ from: '2026-06-11', to: '2026-06-11' });
    expect(days('week', '2026-06-11T12:00:00Z')).toEqual({ from: '2026-06-05', to: '2026-06-11' });
    expect(days('month', '2026-03-01T12:00:00Z')).toEqual({ from: '2026-01-31', to: '2026-03-01' });
    expect(days('today', '2026-06-11T20:00:00Z', 'Asia/Tokyo')).toEqual({
      from: '2026-06-12',
      to: '2026-06-12',
    });
    // Clocks went forward on the 29th.
    expect(days('week', '2026-03-31T22:30:00Z', 'Europe/Berlin')).toEqual({
      from: '2026-03-26',
      to: '2026-04-01',
    });
  });

  it('are none for any time', () => {
    expect(days('any', '2026-06-11T12:00:00Z')).toEqual({});
  });
});
