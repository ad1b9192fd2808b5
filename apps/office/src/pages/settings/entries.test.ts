import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bpOf, entryOf, percentOf, readEntries, typed, withClosed, withField } from './entries.ts';

test('a field that is typed is the only thing that changes', () => {
  const first = withField('', 'cash-card', 'feeBp', '1.5');
  expect(first).toBe('[{"id":"cash-card","feeBp":150}]');
  const second = withField(first, 'usdt-trc20', 'rate', '1.02');
  expect(second).toBe('[{"id":"usdt-trc20","rate":"1.02"},{"id":"cash-card","feeBp":150}]');
  expect(typed(entryOf(readEntries(second), 'cash-card'), 'feeBp')).toBe('1.50');
});

test('what is emptied or opened is the house’s again', () => {
  const text = '[{"id":"cash-card","off":true,"min":"10"}]';
  const open = withClosed(text, 'cash-card', false);
  expect(open).toBe('[{"id":"cash-card","min":"10"}]');
  expect(withField(open, 'cash-card', 'min', '')).toBe('');
  expect(withClosed('', 'scan-code', true)).toBe('[{"id":"scan-code","off":true}]');
});

test('a text that is no number is passed on as typed, for the server to refuse', () => {
  expect(withField('', 'cash-card', 'etaMinutes', 'soon')).toBe('[{"id":"cash-card","etaMinutes":"soon"}]');
  expect(readEntries('{')).toEqual([]);
});

test('percent and hundredths of it are the same amount', () => {
  expect(percentOf('150')).toBe('1.50');
  expect(percentOf('5')).toBe('0.05');
  expect(bpOf('1.5')).toBe('150');
  expect(bpOf('0.05')).toBe('5');
  fc.assert(
    fc.property(fc.nat(1_000_000), (bp) => {
      expect(bpOf(percentOf(String(bp)))).toBe(String(bp));
    }),
  );
});

test('a text that is neither is passed on as typed', () => {
  for (const text of ['', 'x', '1.234', '-1', '1,5']) expect(bpOf(text)).toBe(text);
  expect(percentOf('1.5')).toBe('1.5');
});
