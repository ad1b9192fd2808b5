import { expect, test } from 'vitest';
import { offeredChoice } from './offered-choice.ts';

test('a choice counts while it is offered', () => {
  const list = [{ lan: 'en' }, { lan: 'de' }];
  expect(offeredChoice('de', list)).toBe('de');
  expect(offeredChoice('fr', list)).toBeUndefined();
  expect(offeredChoice(undefined, list)).toBeUndefined();
});
