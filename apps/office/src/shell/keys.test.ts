import { expect, test } from 'vitest';
import { createKeys, type Shortcut } from './keys.ts';

const shortcutsOf = (keys: readonly string[]): Shortcut[] =>
  keys.map((each) => ({ keys: each, text: each, run: () => undefined }));

const typed = (known: readonly string[], pressed: readonly [key: string, atMs: number][]) => {
  let now = 0;
  const press = createKeys(
    () => shortcutsOf(known),
    () => now,
  );
  return pressed.map(([key, atMs]) => {
    now = atMs;
    return press(key)?.keys;
  });
};

test('one key acts at once', () => {
  expect(typed(['j', 'k'], [['j', 0]])).toEqual(['j']);
});

test('two keys one after the other are a jump', () => {
  expect(
    typed(
      ['g r', 'r'],
      [
        ['g', 0],
        ['r', 500],
      ],
    ),
  ).toEqual([undefined, 'g r']);
});

test('the second key counts alone when it comes late', () => {
  expect(
    typed(
      ['g r', 'r'],
      [
        ['g', 0],
        ['r', 1_300],
      ],
    ),
  ).toEqual([undefined, 'r']);
});

test('a jump that leads nowhere is forgotten', () => {
  expect(
    typed(
      ['g r', 'j'],
      [
        ['g', 0],
        ['x', 100],
        ['r', 200],
      ],
    ),
  ).toEqual([undefined, undefined, undefined]);
  expect(
    typed(
      ['g r', 'j'],
      [
        ['g', 0],
        ['j', 100],
      ],
    ),
  ).toEqual([undefined, 'j']);
});

test('the newest entry comes first', () => {
  const ran: string[] = [];
  const press = createKeys(
    () => ['page', 'sheet'].map((text) => ({ keys: 'a', text, run: () => void ran.push(text) })),
    () => 0,
  );
  press('a')?.run();
  expect(ran).toEqual(['sheet']);
});
