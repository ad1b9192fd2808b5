import { expect, it } from 'vitest';
import { firstBox } from './first-box.ts';

it.each([
  ['letters when one is unread', { system: 2, letter: 1 }, { system: 3, letter: 1 }, 'letter'],
  ['notices when one of them alone is unread', { system: 1, letter: 0 }, { system: 3, letter: 4 }, 'system'],
  ['notices when all is read', { system: 0, letter: 0 }, { system: 3, letter: 4 }, 'system'],
  ['letters when there are no notices', { system: 0, letter: 0 }, { system: 0, letter: 4 }, 'letter'],
  ['notices when there is nothing at all', { system: 0, letter: 0 }, { system: 0, letter: 0 }, 'system'],
  ['what is unread before the lists are there', { system: 0, letter: 1 }, {}, 'letter'],
] as const)('opens on %s', (_, unread, totals, box) => {
  expect(firstBox(unread, totals)).toBe(box);
});

it('waits until it knows what is unread, and whether the notices are empty', () => {
  expect(firstBox(undefined, { system: 1, letter: 1 })).toBeUndefined();
  expect(firstBox({ system: 0, letter: 0 }, {})).toBeUndefined();
  expect(firstBox({ system: 0, letter: 0 }, { system: 0 })).toBeUndefined();
});
