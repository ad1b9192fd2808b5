/** Goals of one side in one match. Teams and groups are places in the arrays of the fit. */
export type SideGoals = {
  scorer: number;
  keeper: number;
  goals: number;
  weight: number;
  /** 1 at home, −1 away, 0 on neutral ground. */
  ground: -1 | 0 | 1;
};

/** Factors of the expected goals; all arrays have mean about 1. */
export type Fit = {
  goalsPerSide: number;
  /** Square root of the home advantage: times at home, divided by away. */
  lift: number;
  attack: Float64Array;
  defence: Float64Array;
  groupAttack: Float64Array;
  groupDefence: Float64Array;
};

/** What is believed before any result, and the weight of that belief in goals. */
const PRIOR_GOALS_PER_SIDE = 1.35;
const PRIOR_HOME_ADVANTAGE = 1.25;
const LEVEL_WEIGHT = 40;
const GROUP_WEIGHT = 15;

const MAX_ROUNDS = 200;
const SETTLED = 1e-8;
const LEAST_FACTOR = 0.05;

/**
 * The maximum of the posterior of a product-of-factors Poisson model with gamma priors of mean 1, found by
 * setting each factor in turn to its best value given all others:
 * (prior + goals) / (prior + goals expected without the factor). Deterministic.
 * @param sides every side of every match
 * @param groupOf group of each team, by team; as many entries as teams
 * @param groups number of groups
 * @param shrinkageGoals weight of each team's prior in goals
 */
export function fitFactors(
  sides: readonly SideGoals[],
  groupOf: readonly number[],
  groups: number,
  shrinkageGoals: number,
): Fit {
  const fit: Fit = {
    goalsPerSide: PRIOR_GOALS_PER_SIDE,
    lift: Math.sqrt(PRIOR_HOME_ADVANTAGE),
    attack: new Float64Array(groupOf.length).fill(1),
    defence: new Float64Array(groupOf.length).fill(1),
    groupAttack: new Float64Array(groups).fill(1),
    groupDefence: new Float64Array(groups).fill(1),
  };
  const group = (team: number) => groupOf[team] ?? 0;
  const mean = (side: SideGoals) =>
    fit.goalsPerSide *
    groundFactor(fit.lift, side.ground) *
    at(fit.attack, side.scorer) *
    at(fit.groupAttack, group(side.scorer)) *
    at(fit.defence, side.keeper) *
    at(fit.groupDefence, group(side.keeper));

  for (let round = 0; round < MAX_ROUNDS; round++) {
    updateLevel(fit, sides, mean);
    // A single group is the level itself; fitting it too would only slow the rounds down.
    const groupsMoved =
      groups < 2
        ? []
        : [
            update(fit.groupAttack, GROUP_WEIGHT, sides, mean, ({ scorer }) => group(scorer)),
            update(fit.groupDefence, GROUP_WEIGHT, sides, mean, ({ keeper }) => group(keeper)),
          ];
    const moved = [
      ...groupsMoved,
      update(fit.attack, shrinkageGoals, sides, mean, ({ scorer }) => scorer),
      update(fit.defence, shrinkageGoals, sides, mean, ({ keeper }) => keeper),
    ];
    if (Math.max(...moved) < SETTLED) break;
  }
  return fit;
}

/** Times at home, divided by away, unchanged on neutral ground. */
export function groundFactor(lift: number, ground: -1 | 0 | 1): number {
  if (ground === 0) return 1;
  return ground === 1 ? lift : 1 / lift;
}

type Mean = (side: SideGoals) => number;

/** Updates one kind of factor; answers how far the factor that moved most has moved. */
function update(
  factors: Float64Array,
  prior: number,
  sides: readonly SideGoals[],
  mean: Mean,
  factorOf: (side: SideGoals) => number,
): number {
  const goals = new Float64Array(factors.length).fill(prior);
  const expected = new Float64Array(factors.length).fill(prior);
  for (const side of sides) {
    const index = factorOf(side);
    goals[index] = at(goals, index) + side.weight * side.goals;
    expected[index] = at(expected, index) + (side.weight * mean(side)) / at(factors, index);
  }
  let moved = 0;
  for (let index = 0; index < factors.length; index++) {
    // Without shrinkage a team that never scored would have no attack at all.
    const better = Math.max(
      LEAST_FACTOR,
      at(expected, index) === 0 ? 1 : at(goals, index) / at(expected, index),
    );
    moved = Math.max(moved, Math.abs(better - at(factors, index)));
    factors[index] = better;
  }
  return moved;
}

/** Goals per side and home advantage, given the teams. */
function updateLevel(fit: Fit, sides: readonly SideGoals[], mean: Mean): void {
  const all = { goals: LEVEL_WEIGHT * PRIOR_GOALS_PER_SIDE, expected: LEVEL_WEIGHT };
  const home = { goals: LEVEL_WEIGHT * PRIOR_HOME_ADVANTAGE, expected: LEVEL_WEIGHT };
  const away = { goals: LEVEL_WEIGHT, expected: LEVEL_WEIGHT };
  for (const side of sides) {
    const goals = side.weight * side.goals;
    const expected = side.weight * mean(side);
    all.goals += goals;
    all.expected += expected / fit.goalsPerSide;
    if (side.ground === 0) continue;
    const ground = side.ground === 1 ? home : away;
    ground.goals += goals;
    ground.expected += expected / groundFactor(fit.lift, side.ground);
  }
  fit.goalsPerSide = all.goals / all.expected;
  fit.lift = Math.sqrt(home.goals / home.expected / (away.goals / away.expected));
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
