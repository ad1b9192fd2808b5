import { expect, test } from 'vitest';
import { draftOf, isChanged, rulesOf } from './reward-form.tsx';

const checkIn = ['1', '1', '2', '2', '3', '3', '5'];
const rules = {
  checkIn,
  levels: [{ level: 2, turnover: '20000', checkIn: 130, support: 'priority' as const }],
};

test('an untouched draft is the rules it was made of', () => {
  expect(rulesOf(draftOf(rules))).toEqual(rules);
  expect(isChanged(draftOf(rules), { rules })).toBe(false);
});

test('what is emptied follows the site again', () => {
  const draft = draftOf(rules);
  const levels = draft.levels.map((one) => ({ ...one, turnover: '', checkIn: ' ', support: '' as const }));
  expect(rulesOf({ ...draft, levels })).toEqual({ checkIn, levels: [] });
  expect(isChanged({ ...draft, levels }, { rules })).toBe(true);
});

test('a check-in that is closed has no days, and keeps what was typed', () => {
  const draft = { ...draftOf(rules), isOpen: false };
  expect(rulesOf(draft).checkIn).toEqual([]);
  expect(draft.days).toEqual(checkIn);
});
