import { createRandom, type Random } from './random.ts';

/** What a member does. `storm` looks at the offers for open bets and sells one. */
export const actionKinds = ['look', 'match', 'bet', 'storm', 'wallet', 'record'] as const;
export type ActionKind = (typeof actionKinds)[number];

/** Something a member does, at a minute of the afternoon; 0 is 14:00. */
export type Action = { minute: number; kind: ActionKind };

/** A Saturday afternoon of football, as members live it. */
export type Afternoon = {
  /** Minutes at which a goal falls somewhere, in order. */
  goals: number[];
  /** In order. */
  actions: Action[];
};

/** From 14:00 to 17:15. */
export const afternoonMinutes = 195;
/** 15:00, at which all matches kick off together. */
export const kickOffMinute = 60;
/** Half-time, and full time with the break and some stoppage time. */
const halfTimeMinute = kickOffMinute + 47;
const secondHalfMinute = halfTimeMinute + 15;
export const fullTimeMinute = secondHalfMinute + 49;

const goalsPerMatch = 2.7;

/** The minute of the afternoon at which a minute of play falls. */
const minuteOfPlay = (played: number): number =>
  played <= 45 ? kickOffMinute + played : secondHalfMinute + (played - 45);

/** How excited everybody is about the goals so far: each is forgotten within two minutes. */
const excitement = (minute: number, goals: readonly number[]): number =>
  goals.reduce((sum, goal) => (minute < goal ? sum : sum + Math.exp(-(minute - goal) / 0.7)), 0);

/** Actions a minute by kind at a minute of the afternoon, as parts of the mean rate of bets. */
export const ratesAt = (
  minute: number,
  { goals, matches }: { goals: readonly number[]; matches: number },
): Record<ActionKind, number> => {
  const isInPlay =
    (minute >= kickOffMinute && minute < halfTimeMinute) ||
    (minute >= secondHalfMinute && minute < fullTimeMinute);
  // Bets come the denser the nearer the kick-off is; most in the last five minutes.
  const before = minute < kickOffMinute ? 0.35 + 5 * Math.exp((minute - kickOffMinute) / 6) : 0;
  const stirred = excitement(minute, goals) / matches;
  const inPlay = isInPlay ? 0.5 : 0.15;
  const isHalfTime = minute >= halfTimeMinute && minute < secondHalfMinute;
  const after = minute >= fullTimeMinute ? Math.exp(-(minute - fullTimeMinute) / 4) : 0;
  const bet = minute < kickOffMinute ? before : inPlay + 6 * stirred;
  return {
    bet,
    look: 1.5 * bet + (isHalfTime ? 2 : 1),
    match: bet + 0.5 + 4 * stirred,
    storm: isInPlay ? 0.1 + 12 * stirred : 0,
    wallet: 0.3 + (isHalfTime ? 1 : 0) + 5 * after,
    record: 0.3 + (isHalfTime ? 1 : 0) + 8 * after,
  };
};

/** The model is drawn in steps of this many minutes. */
const stepMinutes = 0.05;

/**
 * Draws an afternoon: kick-offs together, goals, and what members do about them.
 * @param options.bets a second, the mean of the whole afternoon when it takes `realMinutes`
 */
export const drawAfternoon = ({
  seed,
  matches,
  bets,
  realMinutes,
}: {
  seed: string;
  matches: number;
  bets: number;
  realMinutes: number;
}): Afternoon => {
  const random = createRandom(seed);
  const goals = Array.from({ length: matches }, () => random.poisson(goalsPerMatch))
    .flatMap((scored) => Array.from({ length: scored }, () => minuteOfPlay(random.next() * 90)))
    .toSorted((a, b) => a - b);
  const steps = Array.from({ length: Math.round(afternoonMinutes / stepMinutes) }, (_, n) => n * stepMinutes);
  const rates = steps.map((minute) => ratesAt(minute, { goals, matches }));
  const mean = rates.reduce((sum, { bet }) => sum + bet, 0) / rates.length;
  // Actions per step at a rate of 1.
  const perStep = (bets * realMinutes * 60) / steps.length / mean;
  return { goals, actions: steps.flatMap((minute, n) => drawStep(random, minute, rates[n], perStep)) };
};

const drawStep = (
  random: Random,
  minute: number,
  rates: Record<ActionKind, number> | undefined,
  perStep: number,
): Action[] => {
  if (rates === undefined) return [];
  return actionKinds
    .flatMap((kind) =>
      Array.from({ length: random.poisson(rates[kind] * perStep) }, () => ({
        minute: minute + random.next() * stepMinutes,
        kind,
      })),
    )
    .toSorted((a, b) => a.minute - b.minute);
};
