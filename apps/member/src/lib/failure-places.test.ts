import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Taps without a form or a sheet: what they do can be tried again, and nothing was typed. */
const shownByToast = ['checkIn', 'moneyLogList', 'noticeRead'];

/** The calls in a source, each with its arguments. */
const callsIn = (source: string): { name: string; text: string }[] =>
  [...source.matchAll(/\bcall\(\s*'(\w+)'/g)].map(({ 0: begin, 1: name = '', index }) => {
    let depth = 1;
    let end = index + 'call('.length;
    for (; depth > 0 && end < source.length; end += 1) {
      if (source[end] === '(') depth += 1;
      if (source[end] === ')') depth -= 1;
    }
    return { name, text: begin + source.slice(index + begin.length, end) };
  });

test('every form and sheet shows in its own place why a call failed: a message over the page is gone before it is read', () => {
  const folder = new URL('../', import.meta.url).pathname;
  const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((path) => !path.includes('.test.'));
  const found = sources.flatMap((path) => callsIn(readFileSync(`${folder}${path}`, 'utf8')));
  expect(found.length).toBeGreaterThan(50);
  // A list passes the options of its pages on, and those of favourites and orders have a name.
  const loud = found.filter(({ text }) => !/quiet: true|\b(?:options|quiet)\)$/.test(text));
  expect([...new Set(loud.map(({ name }) => name))].toSorted()).toEqual(shownByToast);
});
