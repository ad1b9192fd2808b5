import { randomFrom, type Random } from '../../fixtures/random.ts';

/** What an adversary can do, in the order of the published table. */
export const faultNames = [
  'a server is killed',
  'both servers are killed',
  'a server is killed in a settlement',
  'a server hangs',
  'PostgreSQL is killed',
  'PostgreSQL hangs',
  'PostgreSQL and a server are killed',
  'the disk is full',
  'fsync fails',
  'connections to PostgreSQL break',
  'PostgreSQL is not reached',
  'the way to PostgreSQL stalls',
  'the way to PostgreSQL is slow',
  'answers to members are lost',
  'calls of members stall',
  'the clock of a server turns',
  'the clock of PostgreSQL turns',
] as const;
export type FaultName = (typeof faultNames)[number];

/** A fault at its time, milliseconds from the beginning of the run. */
export type PlannedFault = {
  name: FaultName;
  atMs: number;
  /** Until it is taken back, if nothing ends it before. */
  forMs: number;
  /** The server that it meets. */
  server: number;
  /** How much: milliseconds of a delay or of a clock. */
  ms: number;
  /** Whether the next fault waits until all servers are ready again. */
  waits: boolean;
  /** Chooses a place of a settlement. */
  place: number;
};

/** What a member does. Numbers from 0 to 1 choose among what is there at that time. */
export type Deed = {
  atMs: number;
  what:
    | 'bet'
    | 'double'
    | 'sell'
    | 'withdraw'
    | 'cancel'
    | 'balance'
    | 'limit'
    | 'exclude'
    | 'card'
    | 'chain';
  /** Chooses match, bet or withdrawal. */
  which: number;
  /** Chooses selection or share. */
  how: number;
  /** Whole units of money. */
  amount: number;
};

/** The scores that count for a match, one after the other, and whether its bets are void for a while. */
export type PlannedMatch = {
  /** Kick-off from the beginning of the run; without one it is the day after. */
  kickOffMs: number | undefined;
  rulings: { atMs: number; ft: readonly [number, number] | 'void' | 'undo' }[];
};

export type Plan = {
  seed: number;
  seconds: number;
  /** Deeds of each member, in order. */
  members: readonly (readonly Deed[])[];
  matches: readonly PlannedMatch[];
  faults: readonly PlannedFault[];
  /** Chance that a provider sends a notice again, and that it is sent after the next one. */
  notices: { again: number; later: number };
  /** Times at which the chain replaces its newest blocks, and how many. */
  reorganisations: { atMs: number; depth: number }[];
  /** Whether the run begins with an older schema, and its servers are killed while they migrate it. */
  migrates: boolean;
};

const memberCount = 8;
/** Deeds are planned for this many times the length of a run. */
const deedsFactor = 6;
/** Matches on which betting stays open to the end. */
const openMatches = 3;

const kinds: readonly (readonly [Deed['what'], number])[] = [
  ['bet', 42],
  ['double', 10],
  ['sell', 12],
  ['withdraw', 8],
  ['cancel', 3],
  ['balance', 12],
  ['card', 5],
  ['chain', 5],
  ['limit', 1.5],
  ['exclude', 1.5],
];
const kindOf = (random: Random): Deed['what'] => {
  let left = random.next() * kinds.reduce((sum, [, share]) => sum + share, 0);
  for (const [what, share] of kinds) {
    left -= share;
    if (left < 0) return what;
  }
  return 'bet';
};

const deedsOf = (random: Random, endMs: number): Deed[] => {
  const deeds: Deed[] = [];
  let isOut = false;
  for (let atMs = random.between(0, 500); atMs < endMs; atMs += random.between(120, 700)) {
    const what = kindOf(random);
    // Who is excluded tries to bet all the same.
    if (what === 'exclude' && (isOut || atMs < endMs / 12)) continue;
    isOut ||= what === 'exclude';
    deeds.push({ atMs, what, which: random.next(), how: random.next(), amount: random.between(1, 40) });
  }
  return deeds;
};

const scoreOf = (random: Random): readonly [number, number] => [random.below(4), random.below(4)];

const matchesOf = (random: Random, endMs: number): PlannedMatch[] => {
  const open: PlannedMatch[] = Array.from({ length: openMatches }, () => ({
    kickOffMs: undefined,
    rulings: [],
  }));
  const over: PlannedMatch[] = [];
  // In short runs matches follow each other sooner, so that some kick off; members bet on them before.
  const pace = Math.min(1, endMs / 20_000);
  const step = (): number => Math.round(random.between(4_000, 8_000) * pace);
  for (let kickOffMs = Math.max(3_000, 6_000 * pace); kickOffMs < endMs * 0.8; kickOffMs += step()) {
    const rulings: PlannedMatch['rulings'] = [];
    const count = random.between(1, 4);
    let atMs = kickOffMs;
    let isVoid = false;
    for (let n = 0; n < count; n++) {
      atMs += random.between(300, 4_000);
      if (n > 0 && random.chance(0.3)) {
        rulings.push({ atMs, ft: isVoid ? 'undo' : 'void' });
        isVoid = !isVoid;
      } else rulings.push({ atMs, ft: scoreOf(random) });
    }
    over.push({ kickOffMs, rulings });
  }
  return [...over, ...open];
};

/** The shortest and the longest time until a fault is taken back, milliseconds, where it is not the usual one. */
const lengths: Partial<Record<FaultName, readonly [number, number]>> = {
  'connections to PostgreSQL break': [0, 500],
  'a server is killed in a settlement': [0, 500],
  'the disk is full': [1_000, 4_000],
  'fsync fails': [1_000, 4_000],
  'PostgreSQL hangs': [500, 14_000],
  'a server hangs': [500, 14_000],
};
const usualLength = [200, 6_000] as const;

const faultsOf = (random: Random, endMs: number, can: readonly FaultName[]): PlannedFault[] => {
  const faults: PlannedFault[] = [];
  let bag = [...can];
  for (let atMs = random.between(1_500, 3_500); atMs < endMs; atMs += random.between(2_000, 6_000)) {
    // Each comes once before any comes again.
    if (bag.length === 0) bag = [...can];
    const name = random.pick(bag);
    bag = bag.filter((one) => one !== name);
    const isClock = name === 'the clock of a server turns' || name === 'the clock of PostgreSQL turns';
    const ms = isClock ? random.between(-110_000, 110_000) : random.between(30, 400);
    const forMs = random.between(...(lengths[name] ?? usualLength));
    const [server, waits, place] = [random.below(2), random.chance(0.75), random.below(1_000)];
    faults.push({ name, atMs, forMs, server, ms, waits, place });
  }
  return faults;
};

/**
 * The plan of a run: what members, operators, providers, the chain and the adversary do, and when. Pure: a seed gives the same plan.
 * @param options.can the faults of this machine
 */
export const planOf = ({
  seed,
  seconds,
  can,
}: {
  seed: number;
  seconds: number;
  can: readonly FaultName[];
}): Plan => {
  const endMs = seconds * 1_000;
  // Starts of servers take longer on a busy machine, and members continue until all faults were done.
  const longestMs = endMs * deedsFactor;
  // Each part has numbers of its own, so that a fault more or less does not change the other parts.
  const part = (n: number): Random => randomFrom(seed * 64 + n);
  const chain = part(3);
  return {
    seed,
    seconds,
    matches: matchesOf(part(0), endMs),
    faults: faultsOf(part(1), endMs, can),
    notices: { again: 0.5, later: 0.4 },
    reorganisations: Array.from({ length: chain.between(0, Math.ceil(seconds / 10)) }, () => ({
      atMs: chain.between(2_000, endMs),
      depth: chain.between(1, 2),
    })).toSorted((a, b) => a.atMs - b.atMs),
    migrates: part(4).chance(0.1),
    members: Array.from({ length: memberCount }, (_, n) => deedsOf(part(16 + n), longestMs)),
  };
};
