import { expect, test } from 'vitest';
import { detailText, readDetail } from './detail-text.ts';

test('why comes first, then names and values', () => {
  expect(detailText({ amount: '5.00', reason: 'other' })).toBe('other · amount: 5.00');
});

test('what is more than a text is written out, and nothing is a dash', () => {
  expect(detailText({ roles: ['cashier'], disabled: false, address: null })).toBe(
    'roles: ["cashier"] · disabled: false · address: –',
  );
  expect(detailText({})).toBe('');
});

test('fields that changed stand with what was before', () => {
  const detail = { before: { fee: '1', max: '9' }, after: { fee: '2', max: '9' }, why: 'costs' };
  expect(detailText(detail)).toBe('costs · fee: 1 → 2');
  expect(readDetail(detail)).toEqual({
    ...{ why: 'costs', others: [] },
    changes: [{ name: 'fee', before: '1', after: '2' }],
  });
});

test('what was there only before, or only after, is told too', () => {
  expect(detailText({ after: { roles: ['owner'] } })).toBe('roles: ["owner"]');
  expect(detailText({ before: { note: 'x' }, after: {} })).toBe('note: x → –');
  expect(detailText({ before: 'open', after: 'shut' })).toBe('open → shut');
});
