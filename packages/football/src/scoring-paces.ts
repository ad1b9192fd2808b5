/** Leads beyond this count as this. */
export const MOST_LEAD = 2;

/** How many times as often as otherwise a side scores, by its lead: two and more behind, one, level, one, two ahead. */
export type Paces = readonly number[];

/** A part of a half in which rates change with the lead only. */
export type Phase = {
  half: 'first' | 'second';
  /** Where it begins and ends, as shares of the goals that the half brings while level. */
  from: number;
  to: number;
  paces: Paces;
};

/**
 * Fitted on the seasons that begin in odd years (docs/pricing.md). The lead moves nothing that can be measured before
 * half time. In the second half the side behind pushes, a narrow leader slows down, and level matches are quieter, by ρ.
 */
export const usualPhases: readonly Phase[] = [
  { half: 'first', from: 0, to: 1, paces: [1, 1, 1, 1, 1] },
  { half: 'second', from: 0, to: 1, paces: [0.98, 1.08, 1, 0.98, 1] },
];

/**
 * How many times as often as otherwise the side that is behind at half time scores in the second half. It continues to push
 * when it has drawn level: leads of now alone make comebacks too rare.
 */
export const BEHIND_AT_HALF_TIME = 1.04;

/**
 * How much more often goals fall at the end of the first half than on average of it, and less often at its start: the rate grows
 * evenly. Fitted on national teams since 2010 (docs/pricing.md); after half time no growth can be measured.
 */
export const FIRST_HALF_GROWTH = 0.17;

/**
 * Variance of how lively a match is around what is expected of it: each goal more than expected before half time lets both
 * sides score that much more often after it.
 */
export const FIRST_HALF_WEIGHT = 0.024;
