/** The tail left out of a goal distribution is smaller than this. */
const TAIL = 1e-6;
const LEAST_GOALS = 10;
const MOST_GOALS = 60;

/** Probabilities of 0 … `highest` goals from a Poisson distribution of that mean (0 or more). */
export function poisson(mean: number, highest: number): Float64Array {
  const masses = new Float64Array(highest + 1);
  let mass = Math.exp(-mean);
  for (let goals = 0; goals <= highest; goals++) {
    masses[goals] = mass;
    mass *= mean / (goals + 1);
  }
  return masses;
}

/** The number of goals, 10 or more, above which a Poisson distribution of that mean has no mass to speak of. */
export function goalsToCover(mean: number): number {
  let mass = Math.exp(-mean);
  let covered = mass;
  let goals = 0;
  while (goals < LEAST_GOALS || (1 - covered > TAIL && goals < MOST_GOALS)) {
    goals++;
    mass *= mean / goals;
    covered += mass;
  }
  return goals;
}
