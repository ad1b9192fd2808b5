import { describe, expect, it } from 'vitest';
import { lans } from '@touchline/locales/locales';
import { offBudget } from '../../../../scripts/lib/budgets.ts';
import {
  checkBytes,
  entryBytes,
  firstPage,
  firstScreenBytes,
  hasAtFirst,
  otherBytes,
  sizeLimits,
  stylesBytes,
} from '../../built.ts';

describe('the scripts of the built app', () => {
  it('fit into 120 kB gzipped before the first page', () => {
    expect(entryBytes()).toBeLessThanOrEqual(sizeLimits.entry);
  });

  it.each(lans)('fit into 150 kB gzipped with home and the texts in %s', (lan) => {
    expect(firstScreenBytes(lan)).toBeLessThanOrEqual(sizeLimits.firstScreen);
  });

  it('add at most 40 kB gzipped for any other page or part', () => {
    const parts = otherBytes();
    expect(parts.length).toBeGreaterThan(30);
    expect(parts.filter(({ bytes }) => bytes > sizeLimits.otherPage)).toEqual([]);
  });
});

describe('the check of proofs', () => {
  it('fits into 40 kB gzipped', () => {
    expect(checkBytes()).toBeGreaterThan(15_000);
    expect(checkBytes()).toBeLessThanOrEqual(sizeLimits.check);
  });

  it('is loaded when it is asked for', () => {
    // The first line of every proof.
    expect(hasAtFirst('c2sp.org/tlog-proof@v1')).toBe(false);
  });
});

it('all styles of the built app fit into 26 kB gzipped', () => {
  expect(stylesBytes()).toBeGreaterThan(5_000);
  expect(stylesBytes()).toBeLessThanOrEqual(sizeLimits.styles);
});

it('the first page fetches no more files and bytes than its budget', () => {
  const { files, bytes } = firstPage('en');
  expect([
    offBudget('files of the first page', files),
    offBudget('size of the first page, gzip', bytes),
  ]).toEqual([undefined, undefined]);
});
