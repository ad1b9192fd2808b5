import { farLead, noGoals, scoreOver, weightsOf, type GoalTable } from './goal-chain.ts';
import { type GoalMeans, firstStretches, ratesOf, secondHalf } from './scoring-rates.ts';
import { outcomeByQuarters } from './line.ts';
import type { Outcome } from './market.ts';
import { goalsToCover, poisson } from './poisson.ts';

/** Chances of the result, and of over: of the stake that is decided, the share that wins. */
export type Chances = { home: number; draw: number; away: number; over: number };

/** Share of the stake that wins, and that loses. */
const shares: Readonly<Record<Outcome, readonly [won: number, lost: number]>> = {
  win: [1, 0],
  'half-win': [0.5, 0],
  push: [0, 0],
  'half-lose': [0, 0.5],
  lose: [0, 1],
};

/** What ρ adds to ln(draw ÷ no draw), about, and the ρ with about as many draws as independent goals. */
const [DRAW_BY_RHO, INDEPENDENT_RHO] = [-0.87, 0.1] as const;

/** A half-time score rarer than this is left out. */
const LEAST_MASS = 1e-8;

/** The chances that the score grid gives, from full-time scores alone: much quicker than the grid. */
export function chancesOf(means: GoalMeans, rho: number, lineQuarters: number): Chances {
  const rates = ratesOf(means, rho);
  const nothing = noGoals(goalsToCover(means.homeMean), goalsToCover(means.awayMean));
  const early = firstStretches(rates).reduce((before, stretch) => scoreOver(before, 0, stretch), nothing);
  const { homeMost, awayMost } = early;
  const width = awayMost + 1;
  const second = secondHalf(rates);
  const later = new Map<number, GoalTable>();
  const masses = new Float64Array(early.masses.length);
  for (const [index, before] of early.masses.entries()) {
    if (before < LEAST_MASS) continue;
    const half = { home: Math.floor(index / width), away: index % width };
    const lead = farLead(half.home - half.away);
    const usual =
      later.get(lead) ??
      second.stretches(lead).reduce((table, stretch) => scoreOver(table, lead, stretch), nothing);
    later.set(lead, usual);
    const weights = weightsOf(usual, second.tilt(half));
    for (let home = half.home; home <= homeMost; home++) {
      for (let away = half.away; away <= awayMost; away++) {
        const at = home * width + away;
        const weight = weights[home - half.home + away - half.away] ?? 0;
        masses[at] = (masses[at] ?? 0) + before * weight * (usual.masses[at - index] ?? 0);
      }
    }
  }
  return chancesIn(masses, awayMost, lineQuarters);
}

/** About the same, many times as quickly: goals of both sides are independent, and ρ moves the draw alone. */
export function roughChances(means: GoalMeans, rho: number, lineQuarters: number): Chances {
  const [homeMost, awayMost] = [goalsToCover(means.homeMean), goalsToCover(means.awayMean)];
  const [ofHome, ofAway] = [poisson(means.homeMean, homeMost), poisson(means.awayMean, awayMost)];
  const masses = new Float64Array((homeMost + 1) * (awayMost + 1));
  let index = 0;
  for (const home of ofHome) for (const away of ofAway) masses[index++] = home * away;
  const { home, draw, away, over } = chancesIn(masses, awayMost, lineQuarters);
  const drawn = draw * Math.exp(DRAW_BY_RHO * (rho - INDEPENDENT_RHO));
  const total = home + drawn + away;
  return { home: home / total, draw: drawn / total, away: away / total, over };
}

function chancesIn(masses: Float64Array, awayMost: number, lineQuarters: number): Chances {
  const sums = { home: 0, draw: 0, away: 0, won: 0, lost: 0 };
  for (const [index, mass] of masses.entries()) {
    const home = Math.floor(index / (awayMost + 1));
    const away = index % (awayMost + 1);
    if (home > away) sums.home += mass;
    else if (home < away) sums.away += mass;
    else sums.draw += mass;
    const [won, lost] = shares[outcomeByQuarters(4 * (home + away) - lineQuarters)];
    sums.won += mass * won;
    sums.lost += mass * lost;
  }
  const total = sums.home + sums.draw + sums.away;
  return {
    home: sums.home / total,
    draw: sums.draw / total,
    away: sums.away / total,
    over: sums.won / (sums.won + sums.lost),
  };
}
