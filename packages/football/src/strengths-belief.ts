/** A linear form of the variables: their places and what each counts. */
export type Form = readonly (readonly [place: number, factor: number])[];

/** A normal belief about any number of variables, learning from goals. */
export type Belief = {
  mean: (form: Form) => number;
  variance: (place: number) => number;
  /** Adds a variable: the form of those there are, and normal noise around it. @returns its place */
  add: (form: Form, offset: number, variance: number) => number;
  /** Makes a variable less certain, as time does. */
  widen: (place: number, variance: number) => void;
  /**
   * Learns from the goals of both sides, Poisson with the exponentials of two forms as means.
   * @param weight how many times as much as goals alone it says, for goals that are estimated from more than themselves
   */
  learn: (home: Form, away: Form, goals: readonly [number, number], weight?: number) => void;
  /** Another belief that holds the same and learns separately. */
  copy: () => Belief;
};

/** `covariances` are those of each variable with the ones before it and itself, row by row: the rest is the same. */
type Contents = { size: number; means: Float64Array; covariances: Float64Array };

const FIRST_ROOM = 64;
const MAX_STEPS = 50;
const SETTLED = 1e-10;
const LONGEST_STEP = 1;

/**
 * An extended Kalman filter for Poisson counts (Fahrmeir and Tutz 2001, ch. 8): each pair of goals moves the
 * belief to the mode of its posterior, and the covariance by the curvature there. Exact to the last bit for the
 * same calls in the same order.
 */
export function createBelief(): Belief {
  return beliefOf({
    size: 0,
    means: new Float64Array(FIRST_ROOM),
    covariances: new Float64Array(rowAt(FIRST_ROOM)),
  });
}

/** Where the covariances of a variable begin. */
function rowAt(place: number): number {
  return (place * (place + 1)) / 2;
}

function beliefOf({ size, means, covariances }: Contents): Belief {
  let touched = new Int32Array(means.length);
  const at = (values: Float64Array, index: number) => values[index] ?? 0;
  const mean = (form: Form) => form.reduce((sum, [place, factor]) => sum + factor * at(means, place), 0);

  /** Covariance of every variable with a form. */
  const shared = (form: Form): Float64Array => {
    const column = new Float64Array(size);
    for (const [place, factor] of form) {
      const row = rowAt(place);
      for (let index = 0; index <= place; index++) {
        column[index] = at(column, index) + factor * at(covariances, row + index);
      }
      for (let index = place + 1, cell = rowAt(index) + place; index < size; index++) {
        column[index] = at(column, index) + factor * at(covariances, cell);
        cell += index + 1;
      }
    }
    return column;
  };
  const over = (column: Float64Array, form: Form) =>
    form.reduce((sum, [place, factor]) => sum + factor * at(column, place), 0);

  const grow = (): void => {
    const [oldMeans, old] = [means, covariances];
    means = new Float64Array(2 * oldMeans.length);
    means.set(oldMeans);
    covariances = new Float64Array(rowAt(means.length));
    covariances.set(old);
    touched = new Int32Array(means.length);
  };

  const add: Belief['add'] = (form, offset, variance) => {
    if (size === means.length) grow();
    const column = shared(form);
    const place = size++;
    means[place] = offset + mean(form);
    covariances.set(column, rowAt(place));
    covariances[rowAt(place) + place] = over(column, form) + variance;
    return place;
  };

  const learn: Belief['learn'] = (home, away, goals, weight = 1) => {
    const [withHome, withAway] = [shared(home), shared(away)];
    const prior = {
      home: mean(home),
      away: mean(away),
      hh: over(withHome, home),
      ha: over(withHome, away),
      aa: over(withAway, away),
    };
    const mode = modeOf(prior, goals, weight);
    const [homeMean, awayMean] = [Math.exp(mode.home), Math.exp(mode.away)];
    const [homeMore, awayMore] = [weight * (goals[0] - homeMean), weight * (goals[1] - awayMean)];
    // (S + W⁻¹)⁻¹ of the pair, S being its covariance and W the curvature of the Poisson likelihood.
    const [hh, aa, ha] = [prior.hh + 1 / (weight * homeMean), prior.aa + 1 / (weight * awayMean), prior.ha];
    const determinant = hh * aa - ha * ha;
    // Variables that share nothing with these two, such as those of other leagues, learn nothing. What the others share is
    // packed, as nearly all the time goes into their pairs.
    let count = 0;
    for (let index = 0; index < size; index++) {
      const [ofHome, ofAway] = [at(withHome, index), at(withAway, index)];
      if (ofHome === 0 && ofAway === 0) continue;
      means[index] = at(means, index) + ofHome * homeMore + ofAway * awayMore;
      touched[count] = index;
      withHome[count] = ofHome;
      withAway[count] = ofAway;
      count++;
    }
    for (let one = 0; one < count; one++) {
      const [ofHome, ofAway] = [at(withHome, one), at(withAway, one)];
      const gainHome = (aa * ofHome - ha * ofAway) / determinant;
      const gainAway = (hh * ofAway - ha * ofHome) / determinant;
      const row = rowAt(touched[one] ?? 0);
      for (let two = 0; two <= one; two++) {
        const cell = row + (touched[two] ?? 0);
        covariances[cell] =
          at(covariances, cell) - gainHome * at(withHome, two) - gainAway * at(withAway, two);
      }
    }
  };

  return {
    mean,
    add,
    learn,
    copy: () => beliefOf({ size, means: means.slice(), covariances: covariances.slice() }),
    variance: (place) => at(covariances, rowAt(place) + place),
    widen: (place, variance) => {
      const cell = rowAt(place) + place;
      covariances[cell] = at(covariances, cell) + variance;
    },
  };
}

type Pair = { home: number; away: number; hh: number; ha: number; aa: number };

/** The mode of two log means given their normal prior and the goals, by Newton's method; the posterior is concave. */
function modeOf(
  prior: Pair,
  goals: readonly [number, number],
  weight: number,
): { home: number; away: number } {
  let { home, away } = prior;
  for (let step = 0; step < MAX_STEPS; step++) {
    const [homeMean, awayMean] = [weight * Math.exp(home), weight * Math.exp(away)];
    const [homeMore, awayMore] = [weight * goals[0] - homeMean, weight * goals[1] - awayMean];
    const missHome = prior.home + prior.hh * homeMore + prior.ha * awayMore - home;
    const missAway = prior.away + prior.ha * homeMore + prior.aa * awayMore - away;
    const [a, b] = [1 + prior.hh * homeMean, prior.ha * awayMean];
    const [c, d] = [prior.ha * homeMean, 1 + prior.aa * awayMean];
    const determinant = a * d - b * c;
    const moveHome = bounded((missHome * d - b * missAway) / determinant);
    const moveAway = bounded((a * missAway - c * missHome) / determinant);
    home += moveHome;
    away += moveAway;
    if (Math.abs(moveHome) + Math.abs(moveAway) < SETTLED) break;
  }
  return { home, away };
}

function bounded(move: number): number {
  return Math.min(LONGEST_STEP, Math.max(-LONGEST_STEP, move));
}
