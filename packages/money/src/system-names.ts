import { FROM_DOUBLES, FROM_SINGLES, systemLines } from './system.ts';

/** A full cover by its usual name: one bet on all lines of its legs, from doubles or from singles up to the accumulator of all. */
export type FullCover = { name: string; legs: number; k: typeof FROM_DOUBLES | typeof FROM_SINGLES };

export const fullCovers: readonly FullCover[] = [
  { name: 'Trixie', legs: 3, k: FROM_DOUBLES },
  { name: 'Patent', legs: 3, k: FROM_SINGLES },
  { name: 'Yankee', legs: 4, k: FROM_DOUBLES },
  { name: 'Lucky 15', legs: 4, k: FROM_SINGLES },
  { name: 'Canadian', legs: 5, k: FROM_DOUBLES },
  { name: 'Lucky 31', legs: 5, k: FROM_SINGLES },
  { name: 'Heinz', legs: 6, k: FROM_DOUBLES },
  { name: 'Lucky 63', legs: 6, k: FROM_SINGLES },
  { name: 'Super Heinz', legs: 7, k: FROM_DOUBLES },
  { name: 'Goliath', legs: 8, k: FROM_DOUBLES },
];

/** The full covers of a number of legs, those from doubles first, with their lines. */
export const coversOf = (legs: number): (FullCover & { lines: number })[] =>
  fullCovers
    .filter((cover) => cover.legs === legs)
    .map((cover) => ({ ...cover, lines: systemLines(cover.k, legs) }));

/** What a system is called, if it has a name. @param k as in `lineSizes` */
export const coverName = (k: number | undefined, legs: number): string | undefined =>
  fullCovers.find((cover) => cover.k === k && cover.legs === legs)?.name;
