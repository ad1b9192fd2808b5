/** Shots of a side, and how many of them were on target. */
export type Shots = { all: number; onTarget: number };
/** Shots of both sides of a match. */
export type MatchShots = { home: Shots; away: Shots };

/**
 * What goals, shots on target and all shots count for, and how many matches of goals alone a match with shots is worth. Fitted on
 * seasons before 2015-16, as the slopes are (docs/pricing.md).
 */
const [OF_GOALS, OF_TARGET, OF_ALL] = [0.4, 0.35, 0.25] as const;
export const SHOT_WEIGHT = 3;
/**
 * How far the strength of teams, and the ground, show in what shots are worth, as shares of how far they show in goals: the better side
 * also makes more of its shots. How open teams are shows as far.
 */
export const SHOT_SLOPES: Slopes = { strength: 0.77, home: 0.9 };
/** How far strength, and the ground, show in what is learnt from. */
export type Slopes = { strength: number; home: number };

/** Usual goals, shots and shots on target of a match, and how many matches they count as before any is seen. */
const [USUAL_GOALS, USUAL_SHOTS, USUAL_ON_TARGET, USUAL_MATCHES] = [2.64, 24, 8.8, 30] as const;
/** What each further match leaves of the sums: sources change what they count as on target. */
const KEPT = 0.996;

/** What shots of one competition are worth in goals. */
export type ShotTally = {
  /** The goals that goals and shots together stand for. */
  worth: (goals: number, shots: Shots) => number;
  /** Takes in the goals and shots of both sides of a match. */
  learn: (goals: number, shots: MatchShots) => void;
  /** Another tally that knows the same and learns separately. */
  copy: () => ShotTally;
};

/** A tally of goals for each shot, and for each on target, in the recent matches of a competition. */
export function createShotTally(): ShotTally {
  return tallyFrom({
    goals: USUAL_GOALS * USUAL_MATCHES,
    all: USUAL_SHOTS * USUAL_MATCHES,
    onTarget: USUAL_ON_TARGET * USUAL_MATCHES,
  });
}

function tallyFrom(of: { goals: number; all: number; onTarget: number }): ShotTally {
  let sums = of;
  return {
    worth: (goals, { all, onTarget }) =>
      OF_GOALS * goals +
      OF_TARGET * onTarget * (sums.goals / sums.onTarget) +
      OF_ALL * all * (sums.goals / sums.all),
    learn: (goals, { home, away }) => {
      sums = {
        goals: KEPT * sums.goals + goals,
        all: KEPT * sums.all + home.all + away.all,
        onTarget: KEPT * sums.onTarget + home.onTarget + away.onTarget,
      };
    },
    copy: () => tallyFrom(sums),
  };
}
