import { expect, it } from 'vitest';
import { proseOf } from './prose.mjs';

const linesOf = (path, rows) => {
  const text = rows.join('\n');
  return proseOf(path, text).map((prose) => [prose.line, prose.text.trim()]);
};

it('reads documents without code, addresses and targets of links', () => {
  const [[line, text]] = linesOf('page.md', [
    '# Title',
    '> quoted `code of',
    '> two lines` and https://example.com/beside here',
    '```sh',
    'npm start # beside',
    '```',
    '- [link](beside.md)',
    '  goes on',
  ]);
  expect(line).toBe(1);
  expect(text.split('\n')).toEqual([
    '# Title',
    expect.stringMatching(/^quoted ·+$/),
    expect.stringMatching(/^·+ and ·+ here$/),
    '',
    '',
    '',
    '- [link]',
    'goes on',
  ]);
});

it('reads comments of code, and those of adjacent lines as one', () => {
  const comments = linesOf('a.ts', [
    "const address = 'http://x'; // one",
    '// two',
    '// three',
    'const b = /\\/\\/ none/;',
    '/**',
    ' * four',
    ' * five',
    ' */',
    'const c = `// none ${1 /* six */}`;',
  ]);
  expect(comments).toEqual([
    [1, '// one\ntwo\nthree'],
    [5, '/**\nfour\nfive\n/'],
    [9, '/* six */'],
  ]);
});

it('reads comments of elements', () => {
  expect(linesOf('a.tsx', ["const a = <p>don't {/* one */}</p>;", "const b = 'none';"])).toEqual([
    [1, '/* one */'],
  ]);
});

it('reads titles of tests, of each kind of test', () => {
  const titles = linesOf('a.test.ts', [
    "it('one', () => expect('none').toBe(1));",
    "test.each([['none']])('two', () => {});",
    "describe.skipIf(none)('three', () => {});",
    'it(`four ${a}`, () => {});',
    "it('five ' + 'six', () => {});",
    "it(a ? 'seven' : 'eight', () => {});",
  ]);
  expect(titles.map(([, text]) => text)).toEqual([
    'one',
    'two',
    'three',
    'four …',
    'five',
    'six',
    'seven',
    'eight',
  ]);
});

it('reads texts of errors', () => {
  const texts = linesOf('a.ts', [
    "const a = new RangeError('one');",
    'function b() {',
    "  throw new NotThere('two', { cause: 'none' });",
    '}',
    "class C extends Error { constructor() { super('three'); } }",
    "const d = new Map('none');",
  ]);
  expect(texts.map(([line, text]) => [line, text])).toEqual([
    [1, 'one'],
    [3, 'two'],
    [5, 'three'],
  ]);
});

it('reads lines of logs and commands', () => {
  const texts = linesOf('a.ts', [
    "log.warn({ err: 'none' }, 'one');",
    "context.log.error('two');",
    "console.log('three');",
    'process.stdout.write(`four\\n`);',
    "say('five');",
    "other('none');",
    "file.write('none');",
  ]);
  expect(texts.map(([, text]) => text.replace('\\n', ''))).toEqual(['one', 'two', 'three', 'four', 'five']);
});

it('reads summaries and descriptions of the API', () => {
  expect(
    linesOf('a.ts', ["const a = { summary: 'one', of: 'none' };", "b({ description: 'two' });"]),
  ).toEqual([
    [1, 'one'],
    [2, 'two'],
  ]);
});

it('reads comments of style sheets and SQL', () => {
  expect(linesOf('a.css', ['.beside {', '  /* one */', '}'])).toEqual([[2, '/* one */']]);
  expect(linesOf('a.sql', ['-- one', '-- two', 'select 1 -- three', '/* four */'])).toEqual([
    [1, '-- one\ntwo'],
    [3, '-- three'],
    [4, '/* four */'],
  ]);
});
