import { hashOf } from '@touchline/house/fold';
import type { HouseState } from '@touchline/house/state';
import type { Fault } from './fault.ts';

/**
 * Holds the figures that a site shows against those that its log leads to, as of the same size. What is shown as of a size from before
 * the last sizes at which figures are published cannot be compared any more.
 * @param shown the answer of the call `housePage`; undefined where the site has none
 */
export function compareFigures(shown: string | undefined, house: HouseState): Fault[] {
  const page = shown === undefined ? undefined : readPage(shown);
  if (page === undefined) return [];
  if (page === 'malformed') return [{ code: 'malformed', detail: 'the page of the house has no figures' }];
  const { size, figures } = page;
  const known = house.hashes.find((one) => one.size === size);
  const [oldest] = house.hashes;
  if (known === undefined) {
    const isComparable = size > 0 && oldest !== undefined && size > oldest.size && size <= house.size;
    if (!isComparable) return [];
    return [
      { code: 'other-figures', detail: `no figures are due after ${size} entries`, evidence: { size } },
    ];
  }
  if (hashOf(figures) === known.hash) return [];
  return [
    {
      code: 'other-figures',
      detail: `the figures that are shown as of ${size} entries are not those that the entries lead to`,
      evidence: { size, figures: JSON.stringify(figures) },
    },
  ];
}

function readPage(text: string): { size: number; figures: object } | 'malformed' | undefined {
  const data = fieldOf(parse(text), 'data');
  const size = fieldOf(fieldOf(data, 'asOf'), 'size');
  const figures = fieldOf(data, 'figures');
  if (typeof size !== 'number' || typeof figures !== 'object' || figures === null) return 'malformed';
  return { size, figures };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}
