import { DEFAULT_RHO, LEAST_RHO, MOST_RHO } from './scoring-rates.ts';

/** How unsure ρ is before any result, as a standard deviation. */
const DEVIATION = 0.03;
/** What ρ adds to ln(draw ÷ no draw): much the same for all means of league matches. */
const SLOPE = -0.87;

/** Finds ρ by how often matches are drawn. */
export type RhoTally = {
  /** Takes in whether a match was drawn, and the chance of that at the usual ρ before it was known. */
  learn: (drawChance: number, isDraw: boolean) => void;
  /** The most probable ρ so far. */
  rho: () => number;
  /** Another tally that knows the same and learns separately. */
  copy: () => RhoTally;
};

/**
 * A tally of draws against those that the usual ρ expects: one step of Newton's method from there, with a normal belief
 * about ρ before any result.
 * @param before the mean of that belief
 */
export function createRhoTally(before: number = DEFAULT_RHO): RhoTally {
  const information = 1 / DEVIATION ** 2;
  return tallyFrom((before - DEFAULT_RHO) * information, information);
}

function tallyFrom(ofExcess: number, ofInformation: number): RhoTally {
  let excess = ofExcess;
  let information = ofInformation;
  return {
    learn: (chance, isDraw) => {
      excess += SLOPE * ((isDraw ? 1 : 0) - chance);
      information += SLOPE ** 2 * chance * (1 - chance);
    },
    rho: () => Math.min(MOST_RHO, Math.max(LEAST_RHO, DEFAULT_RHO + excess / information)),
    copy: () => tallyFrom(excess, information),
  };
}
