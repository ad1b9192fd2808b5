import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cheaper, compare, largest, lineOf, parseRecord } from './record.ts';

const record = { 'place: server': 6, 'place: placing': 2 };

describe('the ratchet', () => {
  it('lets figures pass that are as they were, better, or worse by less than runs differ', () => {
    for (const server of [6, 3, 6.89]) {
      const compared = compare(record, { ...record, 'place: server': server });
      expect(compared.filter(({ isWorse }) => isWorse)).toEqual([]);
    }
  });

  it('catches a figure that has become slower', () => {
    const compared = compare(record, { ...record, 'place: server': 7.8 });
    expect(compared.filter(({ isWorse }) => isWorse).map(lineOf)).toEqual([
      'place: server: record 6, now 7.8, +30 %',
    ]);
  });

  it('catches a figure that was not measured, one that is no number and one without a record', () => {
    const compared = compare(record, { 'place: server': Number.NaN, 'log: server': 2 });
    expect(compared.filter(({ isWorse }) => isWorse).map(lineOf)).toEqual([
      'place: server: record 6, now NaN, +NaN %',
      'place: placing: record 2, not measured now',
      'log: server: no record, now 2',
    ]);
  });

  it('takes the cheaper of two runs, and no figure that is no number', () => {
    const again = { 'place: server': 6.1, 'place: placing': 2.4 };
    expect(cheaper({ ...record, 'place: server': 7.8 }, again)).toEqual({ ...record, 'place: server': 6.1 });
    expect(cheaper({ ...record, 'place: server': Number.NaN }, again)['place: server']).toBeNaN();
  });

  it('names the largest change', () => {
    expect(largest(compare(record, { 'place: server': 5.4, 'place: placing': 2.1 }))).toBe(
      'place: placing: record 2, now 2.1, +5 %',
    );
  });
});

describe('the record', () => {
  it('is read', () => {
    const text = readFileSync(new URL('../record.json', import.meta.url), 'utf8');
    for (const { commit, reason } of parseRecord(text)) {
      expect(commit).toMatch(/^[0-9a-f]{8,40}$/);
      expect(reason).not.toBe('');
    }
  });

  it('is refused in another shape', () => {
    expect(() => parseRecord('{}')).toThrow('Parse');
    expect(() => parseRecord('[{"at":"","commit":"","reason":"","multiples":{"a":"fast"}}]')).toThrow(
      'Parse',
    );
  });
});
