/**
 * Named bets of several systems over the same legs: from doubles (or singles) up to the
 * accumulator of all. Each is placed as its systems, one k after the other.
 */
export type FullCover = { name: string; legs: number; fromK: 1 | 2; lines: number };

export const fullCovers: readonly FullCover[] = [
  { name: 'Trixie', legs: 3, fromK: 2, lines: 4 },
  { name: 'Patent', legs: 3, fromK: 1, lines: 7 },
  { name: 'Yankee', legs: 4, fromK: 2, lines: 11 },
  { name: 'Lucky 15', legs: 4, fromK: 1, lines: 15 },
  { name: 'Canadian', legs: 5, fromK: 2, lines: 26 },
  { name: 'Lucky 31', legs: 5, fromK: 1, lines: 31 },
  { name: 'Heinz', legs: 6, fromK: 2, lines: 57 },
  { name: 'Lucky 63', legs: 6, fromK: 1, lines: 63 },
  { name: 'Super Heinz', legs: 7, fromK: 2, lines: 120 },
  { name: 'Goliath', legs: 8, fromK: 2, lines: 247 },
];

/** The k of each system of a full cover, ascending. */
export function systemsOf({ legs, fromK }: FullCover): number[] {
  return Array.from({ length: legs - fromK + 1 }, (_, index) => fromK + index);
}
