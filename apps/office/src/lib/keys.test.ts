import { expect, test } from 'vitest';
import { createKeys, type Shortcut } from './shortcuts.ts';

const shortcutsOf = (keys: readonly string[]): Shortcut[] =>
  keys.map((each) => ({ keys: each, text: each, run: () => undefined }));

const typed = (known: readonly string[], pressed: readonly string[]) => {
  const press = createKeys(() => shortcutsOf(known));
  return pressed.map((key) => press(key)?.keys);
};

test('one key acts at once', () => {
  expect(typed(['j', 'k'], ['j'])).toEqual(['j']);
});

test('two keys one after the other are a jump', () => {
  expect(typed(['g r', 'r'], ['g', 'r'])).toEqual([undefined, 'g r']);
});

test('the second key of a pair that is none does nothing, and the next one counts again', () => {
  // "g a" is a page for auditors; for a cashier "a" alone credits.
  expect(typed(['g r', 'a'], ['g', 'a'])).toEqual([undefined, undefined]);
  expect(typed(['g r', 'a'], ['g', 'a', 'a'])).toEqual([undefined, undefined, 'a']);
  expect(typed(['g r', 'j'], ['g', 'x', 'r'])).toEqual([undefined, undefined, undefined]);
  expect(typed(['g r', 's'], ['g', 'Escape', 's'])).toEqual([undefined, undefined, 's']);
});

test('the second key completes a pair of its first, also where it begins pairs itself', () => {
  expect(typed(['g g', 'g r'], ['g', 'g', 'g', 'r'])).toEqual([undefined, 'g g', undefined, 'g r']);
});

test('the newest entry comes first', () => {
  const ran: string[] = [];
  const press = createKeys(() =>
    ['page', 'sheet'].map((text) => ({ keys: 'a', text, run: () => void ran.push(text) })),
  );
  press('a')?.run();
  expect(ran).toEqual(['sheet']);
});
