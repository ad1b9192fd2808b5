import { MOST_LEAD, type Paces } from './scoring-paces.ts';

/** The jumps left out have less probability than this. */
const TAIL = 1e-8;
const MOST_JUMPS = 300;
/** Leads that expected goals tell apart; paces are equal far below. */
const LONGEST_LEAD = 12;
/** Coming back from here to where paces differ is rarer than what is left out elsewhere. */
const FAR_LEAD = 6;

/** A stretch of a match in which rates change with the lead only. */
export type Stretch = {
  /** Goals of each side that the stretch would bring if it were level throughout. */
  home: number;
  away: number;
  /** How many times as often as at level a side scores, by its lead. */
  paces: Paces;
};

/** Probability of each number of goals of both sides; home h, away a is at h × (awayMost + 1) + a. */
export type GoalTable = {
  homeMost: number;
  awayMost: number;
  masses: Float64Array;
  /** Most goals of both sides together that have mass. */
  reach: number;
};

/** All mass on no goals. */
export function noGoals(homeMost: number, awayMost: number): GoalTable {
  const masses = new Float64Array((homeMost + 1) * (awayMost + 1));
  masses[0] = 1;
  return { homeMost, awayMost, masses, reach: 0 };
}

/**
 * The goals after one more stretch: a birth process whose rates depend on the lead, by uniformisation (Jensen 1953),
 * so there are no time steps and the only error is a tail of 1e-8. Goals beyond the table are lost.
 * @param lead home goals less away goals where the table begins
 */
export function scoreOver(before: GoalTable, lead: number, stretch: Stretch): GoalTable {
  const { homeMost, awayMost } = before;
  const width = awayMost + 1;
  const { jumps, up, down, stay } = jumpsOf(stretch, lead - awayMost, lead + homeMost);
  const state = before.masses.slice();
  const masses = state.map((mass) => mass * (jumps[0] ?? 0));
  let reach = before.reach;
  for (let jump = 1; jump < jumps.length; jump++) {
    const weight = jumps[jump] ?? 0;
    reach = Math.min(homeMost + awayMost, reach + 1);
    for (let home = Math.min(homeMost, reach); home >= 0; home--) {
      for (let away = Math.min(awayMost, reach - home); away >= 0; away--) {
        const index = home * width + away;
        const at = home - away + awayMost;
        let mass = (state[index] ?? 0) * (stay[at] ?? 0);
        if (home > 0) mass += (state[index - width] ?? 0) * (up[at - 1] ?? 0);
        if (away > 0) mass += (state[index - 1] ?? 0) * (down[at + 1] ?? 0);
        state[index] = mass;
        masses[index] = (masses[index] ?? 0) + weight * mass;
      }
    }
  }
  return { homeMost, awayMost, masses, reach };
}

/** What to multiply the probabilities of a table by when each goal is likelier by a factor, by the number of goals. */
export function weightsOf({ homeMost, awayMost, masses }: GoalTable, by: number): number[] {
  const weights = powers(by, homeMost + awayMost);
  let sum = 0;
  let index = 0;
  for (let home = 0; home <= homeMost; home++) {
    for (let away = 0; away <= awayMost; away++) sum += (weights[home + away] ?? 0) * (masses[index++] ?? 0);
  }
  return weights.map((weight) => weight / sum);
}

/** The powers of a number from 0 to the highest. */
function powers(of: number, highest: number): number[] {
  const all = [1];
  for (let power = 1; power <= highest; power++) all.push((all[power - 1] ?? 1) * of);
  return all;
}

/** Expected goals of both sides in each half, and the chance that the match ends level. */
export type Course = {
  early: { home: number; away: number };
  late: { home: number; away: number };
  level: number;
};

/**
 * A match from kick-off, by its lead alone: many times quicker than the table of all scores.
 * @param second the stretches after half time, by the lead there, two and more in one
 */
export function scoreFromLevel(
  first: readonly Stretch[],
  second: (leadAtHalf: number) => readonly Stretch[],
): Course {
  const state = Array.from({ length: 2 * LONGEST_LEAD + 1 }, (_, at) => (at === LONGEST_LEAD ? 1 : 0));
  const early = { home: 0, away: 0 };
  const late = { home: 0, away: 0 };
  for (const stretch of first) passLeads(state, stretch, early);
  let level = 0;
  for (let lead = -MOST_LEAD; lead <= MOST_LEAD; lead++) {
    const part = state.map((mass, at) => (nearLead(at - LONGEST_LEAD) === lead ? mass : 0));
    for (const stretch of second(lead)) passLeads(part, stretch, late);
    level += part[LONGEST_LEAD] ?? 0;
  }
  return { early, late, level };
}

/** Moves the distribution of the lead over a stretch, and adds its goals. */
function passLeads(state: number[], stretch: Stretch, goals: { home: number; away: number }): void {
  const { jumps, up, down, stay } = jumpsOf(stretch, -MOST_LEAD, MOST_LEAD);
  const last = state.length - 1;
  const after = state.map(() => 0);
  // The chance that one more jump comes is the time spent before it, in units of the highest rate.
  let isToCome = 1;
  let low = state.findIndex((mass) => mass > 0);
  let high = state.findLastIndex((mass) => mass > 0);
  for (const weight of jumps) {
    isToCome -= weight;
    let below = 0;
    for (let at = low; at <= high; at++) {
      const mass = state[at] ?? 0;
      const near = nearLead(at - LONGEST_LEAD) + MOST_LEAD;
      const ours = mass * (up[near] ?? 0);
      const theirs = mass * (down[near] ?? 0);
      after[at] = (after[at] ?? 0) + weight * mass;
      goals.home += isToCome * ours;
      goals.away += isToCome * theirs;
      // A lead beyond the longest counts as the longest.
      const stays = mass * (stay[near] ?? 0) + (at === 0 ? theirs : 0) + (at === last ? ours : 0);
      state[at] = stays + below;
      if (at > 0) state[at - 1] = (state[at - 1] ?? 0) + theirs;
      below = ours;
    }
    if (high < last) state[high + 1] = below;
    low = Math.max(0, low - 1);
    high = Math.min(last, high + 1);
  }
  for (const [at, mass] of after.entries()) state[at] = mass;
}

type Jumps = {
  /** Probability of each number of jumps. */
  jumps: readonly number[];
  /** Where a jump leads, by the lead from the lowest: a goal of home, one of away, none. */
  up: readonly number[];
  down: readonly number[];
  stay: readonly number[];
};

function jumpsOf({ home, away, paces }: Stretch, lowest: number, highest: number): Jumps {
  let fastest = 0;
  for (let lead = -MOST_LEAD; lead <= MOST_LEAD; lead++) {
    fastest = Math.max(fastest, home * paceAt(paces, lead) + away * paceAt(paces, -lead));
  }
  const size = highest - lowest + 1;
  const [up, down, stay]: [number[], number[], number[]] = [[], [], []];
  for (let index = 0; index < size; index++) {
    const lead = lowest + index;
    const ours = fastest > 0 ? (home * paceAt(paces, lead)) / fastest : 0;
    const theirs = fastest > 0 ? (away * paceAt(paces, -lead)) / fastest : 0;
    up.push(ours);
    down.push(theirs);
    stay.push(1 - ours - theirs);
  }
  return { jumps: jumpCounts(fastest), up, down, stay };
}

function jumpCounts(mean: number): number[] {
  let mass = Math.exp(-mean);
  const masses = [mass];
  let left = 1 - mass;
  while (left > TAIL && masses.length < MOST_JUMPS) {
    mass *= mean / masses.length;
    masses.push(mass);
    left -= mass;
  }
  return masses;
}

function paceAt(paces: Paces, lead: number): number {
  return paces[nearLead(lead) + MOST_LEAD] ?? 1;
}

/** A lead from which the goals to come are those of any higher one: who is so far behind does not come near enough. */
export function farLead(lead: number): number {
  return Math.max(-FAR_LEAD, Math.min(FAR_LEAD, lead));
}

/** Leads of two and more are one. */
export function nearLead(lead: number): number {
  return Math.max(-MOST_LEAD, Math.min(MOST_LEAD, lead));
}
