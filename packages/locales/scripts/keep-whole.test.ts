import { expect, test } from 'vitest';
import { keepWhole } from './keep-whole.ts';

test('a Thai word that browsers would tear stays whole, others are left alone', () => {
  expect(keepWhole('th', 'เงินเดิมพัน 5.00')).toBe('เงินเดิม\u2060พัน 5.00');
  expect(keepWhole('th', 'เงิน 5.00')).toBe('เงิน 5.00');
  expect(keepWhole('th', 'อัตราต่อรอง')).toBe('อัตรา\u2060ต่อ\u2060รอง');
  expect(keepWhole('en', 'เดิมพัน')).toBe('เดิมพัน');
});
