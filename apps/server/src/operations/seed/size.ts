import { parseArgs } from 'node:util';

/** The size of a filled database. */
export type LoadSize = {
  members: number;
  /** In all, each member the same number. */
  bets: number;
  /** Matches that are over, and on which bets are settled; upcoming ones are a third of them. */
  matches: number;
  /** How far back the history goes. */
  days: number;
  /** The percentage of bets that are open. */
  openPercent: number;
};

const usage =
  'npm run seed-load -- [--members 100000] [--bets 1000000] [--matches 600] [--days 90] [--open-percent 30]';

const bounds: Record<keyof LoadSize, readonly [number, number]> = {
  members: [1, 2_000_000],
  bets: [1, 100_000_000],
  matches: [3, 20_000],
  days: [1, 1_000],
  openPercent: [0, 100],
};

const numberOf = (name: keyof LoadSize, text: string): number => {
  const value = Number(text);
  const [least, most] = bounds[name];
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${name} "${text}" is no whole number from ${least} to ${most}\n${usage}`);
};

/** Reads the command line. @throws with the usage when it makes no sense */
export const readSize = (args: readonly string[]): LoadSize => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      members: { type: 'string', default: '100000' },
      bets: { type: 'string', default: '1000000' },
      matches: { type: 'string', default: '600' },
      days: { type: 'string', default: '90' },
      'open-percent': { type: 'string', default: '30' },
    },
  });
  return {
    members: numberOf('members', values.members),
    bets: numberOf('bets', values.bets),
    matches: numberOf('matches', values.matches),
    days: numberOf('days', values.days),
    openPercent: numberOf('openPercent', values['open-percent']),
  };
};
