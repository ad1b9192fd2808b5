import { noGoals, scoreOver, type GoalTable } from './goal-chain.ts';
import type { GoalMeans } from './grid.ts';
import { outcomeByQuarters } from './graders/outcome-by-quarters.ts';
import type { Outcome } from './market.ts';
import { goalsToCover } from './poisson.ts';
import { firstStretches, ratesOf, secondStretches } from './scoring-rates.ts';

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

/** The part of a table in which home leads (1), is level (0) or behind (-1). */
function withSign(table: GoalTable, sign: number): GoalTable {
  const width = table.awayMost + 1;
  const masses = table.masses.map((mass, index) =>
    Math.sign(Math.floor(index / width) - (index % width)) === sign ? mass : 0,
  );
  return { ...table, masses };
}

/** The chances that the score grid gives, from full-time scores alone: much quicker than the grid. */
export function chancesOf(means: GoalMeans, rho: number, lineQuarters: number): Chances {
  const rates = ratesOf(means, rho);
  const nothing = noGoals(goalsToCover(means.homeMean), goalsToCover(means.awayMean));
  const half = firstStretches(rates).reduce((before, stretch) => scoreOver(before, 0, stretch), nothing);
  const { awayMost } = half;
  const masses = new Float64Array(half.masses.length);
  for (const sign of [-1, 0, 1]) {
    const part = withSign(half, sign);
    const end = secondStretches(rates, sign).reduce((before, stretch) => scoreOver(before, 0, stretch), part);
    for (const [index, mass] of end.masses.entries()) masses[index] = (masses[index] ?? 0) + mass;
  }
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
