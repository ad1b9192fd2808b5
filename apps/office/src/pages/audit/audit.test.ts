import { messages } from '@touchline/locales/gen/office.en.gen';
import { expect, test } from 'vitest';
import { detailText, readDetail } from './detail-text.ts';
import { auditFields } from './words.ts';

test('why comes first, then names and values', () => {
  expect(detailText({ amount: '5.00', reason: 'other' })).toBe('other · amount: 5.00');
});

test('what is more than a text is written out, and nothing is left out', () => {
  expect(detailText({ roles: ['cashier', 'owner'], disabled: false, address: null })).toBe(
    'roles: cashier, owner · disabled: false',
  );
  expect(detailText({ levels: [{ level: 2 }] })).toBe('levels: [{"level":2}]');
  expect(detailText({})).toBe('');
});

test('times are written in the format of the page', () => {
  const moment = (text: string): string => `<${text}>`;
  expect(detailText({ from: '2026-11-23T11:35:10.651Z', day: '2026-11-23' }, { moment })).toBe(
    'from: <2026-11-23T11:35:10.651Z> · day: 2026-11-23',
  );
});

test('changed fields show their value before', () => {
  const detail = { before: { fee: '1', max: '9' }, after: { fee: '2', max: '9' }, why: 'costs' };
  expect(detailText(detail)).toBe('costs · fee: 1 → 2');
  expect(readDetail(detail)).toEqual({
    why: 'costs',
    others: [],
    changes: [{ name: 'fee', before: '1', after: '2' }],
  });
});

test('codes of settings and reasons are shown in words', () => {
  const detail = { before: { WITHDRAW_MAX: '9' }, after: { WITHDRAW_MAX: '8' }, reason: 'not_found' };
  const words = { name: (field: string) => `<${field}>`, why: (code: string) => `(${code})` };
  expect(detailText(detail, words)).toBe('(not_found) · <WITHDRAW_MAX>: 9 → 8');
});

test('a value that exists only before or only after is shown too', () => {
  expect(detailText({ after: { roles: ['owner'] } })).toBe('roles: owner');
  expect(detailText({ before: { note: 'x' }, after: {} })).toBe('note: x → –');
  expect(detailText({ before: 'open', after: 'shut' })).toBe('open → shut');
});

test('values with a text are shown by it, before and after too', () => {
  const value = (name: string, of: unknown) => (name === 'off' ? `<${String(of)}>` : undefined);
  const detail = { off: true, amount: '5.00', before: { off: false }, after: { off: true } };
  expect(detailText(detail, { value })).toBe('off: <true> · amount: 5.00 · off: <false> → <true>');
});

test('every field of the log that the catalogue has a word for is shown by it', () => {
  const words = Object.keys(messages).flatMap((key) => /^auditField\.(.+)$/.exec(key)?.[1] ?? []);
  expect(words.toSorted()).toEqual([...auditFields].toSorted());
});
