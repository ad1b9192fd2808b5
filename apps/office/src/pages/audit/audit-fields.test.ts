import { messages } from '@touchline/locales/gen/office.en.gen';
import { expect, test } from 'vitest';
import { auditFields } from './audit-fields.ts';

test('every field of the log that the catalogue has a word for is shown by it', () => {
  const words = Object.keys(messages).flatMap((key) => /^auditField\.(.+)$/.exec(key)?.[1] ?? []);
  expect(words.toSorted()).toEqual([...auditFields].toSorted());
});
