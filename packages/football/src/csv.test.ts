import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvError, readCsv, writeCsvRow } from './csv.ts';

function cellsOf(text: string): string[][] {
  return readCsv(text).map(({ cells }) => cells);
}

describe('readCsv', () => {
  test.each([
    ['', []],
    ['\uFEFF', []],
    ['a', [['a']]],
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['\uFEFFa,b\n', [['a', 'b']]],
    ['a,,\n', [['a', '', '']]],
    [',', [['', '']]],
    ['a\n\n\r\nb\n\n', [['a'], ['b']]],
    ['""\n', [['']]],
    ['"a,b","c ""d""","e\nf"\n', [['a,b', 'c "d"', 'e\nf']]],
    ['\uFEFF"a",b\n', [['a', 'b']]],
    [' a , b \n', [[' a ', ' b ']]],
  ])('%j', (text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  test('lines are counted through line breaks in cells and empty lines', () => {
    expect(readCsv('a\r\n"b\r\nc\nd"\n\ne').map(({ line }) => line)).toEqual([1, 2, 6]);
  });

  test.each([
    ['"a', 1],
    ['a\n"b"c\n', 2],
    ['a\nb"c\n', 2],
    ['a,b"\n', 1],
    ['"a""\n', 1],
  ])('%j: quotes are wrong on line %i', (text, line) => {
    expect(() => readCsv(text)).toThrow(CsvError);
    expect(() => readCsv(text)).toThrow(expect.objectContaining({ name: 'CsvError', line }));
    expect(() => readCsv(text)).toThrow(`line ${line}:`);
  });

  test('a long quoted cell is no trouble', () => {
    const long = 'x'.repeat(300_000);
    expect(cellsOf(`"${long}",b`)).toEqual([[long, 'b']]);
  });
});

test('what is written is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é'), maxLength: 6 });
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
  fc.assert(
    fc.property(rows, (records) => {
      expect(cellsOf(records.map(writeCsvRow).join(''))).toEqual(records);
    }),
  );
});
