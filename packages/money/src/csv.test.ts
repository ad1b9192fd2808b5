import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('cells are separated by commas, and quoted where they must be', () => {
  expect(csvLine(['a', 'b,c', 'say "x"', 'two\nlines', ' blank ', undefined, ''])).toBe(
    'a,"b,c","say ""x""","two\nlines"," blank ",,\r\n',
  );
});

test('numbers stay numbers, also below zero', () => {
  expect(csvLine([1, -2, 3n, -4n, { decimal: '-3.20' }, { decimal: '0.05' }])).toBe(
    '1,-2,3,-4,-3.20,0.05\r\n',
  );
  for (const wrong of ['', '-', '=1', '1e5', '-3.20 ', '--1', '1.', '+1']) {
    expect(() => csvLine([{ decimal: wrong }])).toThrow(RangeError);
  }
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")', '＝1', '\n=1'])(
  'no word runs as a formula: %j',
  (word) => {
    expect(csvLine([word]).replace(/^"/, '')).toMatch(/^'/);
  },
);

test('a reader finds the cells that were written, and none begins a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (cells) => {
      const runs = (cell: string) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell);
      expect(parse(csvLine(cells))).toEqual(cells.map((cell) => (runs(cell) ? `'${cell}` : cell)));
    }),
  );
});

/** A line as RFC 4180 reads it. */
const parse = (line: string): string[] => {
  const cells: string[] = [];
  let rest = line.slice(0, -2);
  for (;;) {
    const [whole, quotedText, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^,"]*))/.exec(rest) ?? [''];
    cells.push(quotedText === undefined ? plain : quotedText.replaceAll('""', '"'));
    rest = rest.slice(whole.length);
    if (rest === '') return cells;
    rest = rest.slice(1);
  }
};
