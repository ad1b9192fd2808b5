import { expect, test } from 'vitest';
import { entryShown } from './entry-shown.ts';

test('an entry on the screen is in the units of its body', () => {
  const entry = {
    id: '7',
    kind: 'withdrawal' as const,
    amount: '-20.50',
    held: '20.50',
    balanceAfter: '979.50',
    heldAfter: '20.50',
    at: '2026-06-11T19:00:00.000Z',
  };
  expect(entryShown(entry, 2)).toEqual({
    type: 'withdrawal',
    amount: '-2050',
    heldChange: '2050',
    available: '97950',
    held: '2050',
  });
});
