import type { Outcome } from './market.ts';

/**
 * Reads a line into quarters: "2.5" → 10, "-0.75" → −3. Also takes "+0.5", "2.0" and "2.50".
 * @param text untrusted
 * @returns whole quarters, or undefined when the text is not a line in quarters below 100
 */
export function parseLine(text: string): number | undefined {
  const parts = /^([+-]?)(0|[1-9]\d?)(?:\.(00?|25|50?|75))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', decimals = ''] = parts;
  const quarters = Number(whole) * 4 + Number(decimals.padEnd(2, '0')) / 25;
  return sign === '-' && quarters > 0 ? -quarters : quarters;
}

/** Writes quarters as a line on the wire: 10 → "2.5", 9 → "2.25", 8 → "2". */
export function formatLine(quarters: number): string {
  return String(quarters / 4);
}

/** Lines from one number of quarters to another, both included. */
export function linesBetween(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => formatLine(first + index));
}

/**
 * The outcome of a bet that beats its line by a number of quarters of a goal. A quarter line is half the stake on
 * each neighbour, so beating it by one quarter wins one half and pushes the other.
 */
export function outcomeByQuarters(ahead: number): Outcome {
  if (ahead >= 2) return 'win';
  if (ahead <= -2) return 'lose';
  if (ahead === 0) return 'push';
  return ahead === 1 ? 'half-win' : 'half-lose';
}
