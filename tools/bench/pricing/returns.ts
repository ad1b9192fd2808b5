import type { Outcome } from '@touchline/football/market';

/** A bet of one unit at our own price, and how it ended. */
export type Bet = {
  /** The class a bettor would name it by. */
  name: string;
  oddsMilli: number;
  /** Our fair chance of the stake that is decided. */
  chance: number;
  outcome: Outcome;
};

/** What blind bets of one class returned. */
export type Return = {
  bets: number;
  matches: number;
  /** Winnings less stakes, as a share of the stakes. */
  profit: number;
  /** Its standard error; all bets on one match count as one observation. */
  error: number;
  /** How often it came, to compare with our fair chance. */
  observed: number;
  /** The profit that our fair chances expect: the margin, less than nothing. */
  expected: number;
};

/** Share of the stake that wins, and that loses; the rest comes back. */
const shares: Readonly<Record<Outcome, readonly [won: number, lost: number]>> = {
  win: [1, 0],
  'half-win': [0.5, 0],
  push: [0, 0],
  'half-lose': [0, 0.5],
  lose: [0, 1],
};

type Sums = {
  bets: number;
  won: number;
  fair: number;
  expected: number;
  ofMatches: { profit: number; bets: number }[];
};

/** Adds up blind bets by class, match by match. */
export class Returns {
  readonly #classes = new Map<string, Sums>();

  /** @param bets all of one match */
  add(bets: readonly Bet[]): void {
    for (const [name, ofClass] of Map.groupBy(bets, (bet) => bet.name)) {
      const sums = this.#classes.get(name) ?? { bets: 0, won: 0, fair: 0, expected: 0, ofMatches: [] };
      this.#classes.set(name, sums);
      let profit = 0;
      for (const { oddsMilli, chance, outcome } of ofClass) {
        const [won, lost] = shares[outcome];
        profit += won * (oddsMilli / 1000 - 1) - lost;
        sums.won += won;
        sums.fair += chance * (won + lost);
        sums.expected += ((chance * oddsMilli) / 1000 - 1) * (won + lost);
      }
      sums.bets += ofClass.length;
      sums.ofMatches.push({ profit, bets: ofClass.length });
    }
  }

  /** The classes in the order in which they were first seen. */
  names(): string[] {
    return [...this.#classes.keys()];
  }

  /** @returns undefined for a class without a bet */
  of(name: string): Return | undefined {
    const sums = this.#classes.get(name);
    if (sums === undefined) return undefined;
    const profit = sums.ofMatches.reduce((sum, match) => sum + match.profit, 0) / sums.bets;
    const squares = sums.ofMatches.reduce((sum, match) => sum + (match.profit - profit * match.bets) ** 2, 0);
    return {
      bets: sums.bets,
      matches: sums.ofMatches.length,
      profit,
      error: Math.sqrt(squares) / sums.bets,
      observed: sums.won / sums.fair,
      expected: sums.expected / sums.bets,
    };
  }
}

/**
 * How many classes would return more than this number of standard errors by chance alone, were our chances right: the margin
 * makes each rarer than a fair price would.
 */
export const byChance = (classes: readonly Return[], errors: number): number =>
  classes.reduce(
    (sum, { expected, error }) => sum + (error > 0 ? chanceAbove(errors - expected / error) : 0),
    0,
  );

/** The chance that a standard normal variable is above this (Zelen and Severo 1964, 26.2.17; within 1e-7). */
const chanceAbove = (value: number): number => {
  if (value < 0) return 1 - chanceAbove(-value);
  const t = 1 / (1 + 0.2316419 * value);
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (series * Math.exp((-value * value) / 2)) / Math.sqrt(2 * Math.PI);
};
