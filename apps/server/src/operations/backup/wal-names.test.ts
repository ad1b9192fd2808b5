import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatLsn,
  parseHistory,
  parseLsn,
  parseSegment,
  segmentName,
  segmentOf,
  startOf,
} from './wal-names.ts';

const lsn = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const bytes = fc.constantFrom(1 << 20, 1 << 24, 1 << 26, 1 << 30);

test('positions are read as PostgreSQL writes them', () => {
  expect(parseLsn('16/B374D848')).toBe(0x16_b374_d848n);
  expect(formatLsn(0x16_b374_d848n)).toBe('16/B374D848');
  expect(formatLsn(0n)).toBe('0/0');
  fc.assert(fc.property(lsn, (at) => parseLsn(formatLsn(at)) === at));
  expect(() => parseLsn('16')).toThrow('no position');
});

test('files have the names of PostgreSQL', () => {
  // select pg_walfile_name('16/B374D848') on timeline 1
  expect(segmentName(segmentOf(parseLsn('16/B374D848'), 1, 1 << 24))).toBe('0000000100000016000000B3');
  expect(segmentName(segmentOf(parseLsn('0/FFFFFFFF'), 2, 1 << 24))).toBe('0000000200000000000000FF');
  fc.assert(
    fc.property(lsn, fc.integer({ min: 1, max: 0x7fff_ffff }), bytes, (at, timeline, size) => {
      const segment = segmentOf(at, timeline, size);
      expect(parseSegment(segmentName(segment), size)).toEqual(segment);
      const offset = at - startOf(segment);
      expect(offset >= 0n && offset < BigInt(size)).toBe(true);
    }),
  );
  expect(() => parseSegment('0000000100000016', 1 << 24)).toThrow('no file');
});

test('a history names the timelines before, and where they were left', () => {
  const text = '1\t0/A000198\tbefore 2026-11-26 05:00:00+00\n\n2\t1/5000000\tno recovery target specified\n';
  expect(parseHistory(text)).toEqual([
    { timeline: 1, at: 0xa00_0198n },
    { timeline: 2, at: 0x1_0500_0000n },
  ]);
});
