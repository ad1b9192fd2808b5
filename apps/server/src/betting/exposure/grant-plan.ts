import type { Reached } from '@touchline/football/worst-case';
import type { LegBook } from './legs.ts';
import { EventRisk, type Limits } from './event-exposure.ts';
import { shareOf, sumOf, timesOf, type LegSums, type Totals } from './totals.ts';

/**
 * What a process may take on an event. With T everything it has taken there, written or not, it may continue
 * while T + `less` stays within `limits`: so limits − `less` is its maximum, at every score.
 */
export type Allowance = { limits: Limits; less: Totals };

/**
 * An allowance of another process. It counts with `counted`, and never below what that process has written
 * already.
 */
export type Outstanding = { counted: Limits; less: Totals; written: Totals };

/** An event at the time of a grant. */
export type EventView = {
  /** What all processes without an allowance have written. */
  idle: Totals;
  others: readonly Outstanding[];
  reached: Reached | undefined;
};

/** The sums of a waiting order on one leg. */
export type Wish = { name: string; sums: LegSums };

export type GrantPlan = Allowance & {
  counted: Limits;
  /** The whole rest: the allowance if nothing were kept back for others. */
  whole: Allowance;
  /** The maximum of the event with this allowance and all others, at least 0. */
  boundMinor: number;
};

/** A share of the rest, in 64ths: the least given, and enough for a while if that is little. */
const parts = 64;
const leastPart = 4;
const amplePart = 16;
/** An allowance should cover this many orders like the waiting one. */
const ordersAhead = 16;

/**
 * Divides the rest of an event's caps. The invariant, in each scope and at every score the match can still
 * end with: everything written by processes without an allowance, and the maximum of each with one, add up to
 * no more than the cap. An allowance is a share of the rest, so it stays true. Where a cap is exceeded
 * already (it was lowered, or a stake that offset something was sold back), nothing is left and nothing is
 * given.
 * @param caps of the event as site and competition leave it, of a market, of a selection; Infinity for none
 * @param own totals of the requesting process, with everything it does not know committed yet
 */
export const planGrant = (
  legs: LegBook,
  view: EventView & { caps: Limits; own: Totals; wish?: Wish | undefined },
): GrantPlan => {
  const { idle, others, reached, caps, own, wish } = view;
  const most = others.map((other) => mostOf(legs, other, caps, reached));
  const whole: Share = {
    limits: most.reduce(minus, caps),
    used: sumOf([idle, 1], [own, 1], ...others.map(({ less }) => [less, -1] as const)),
  };
  const isFor = ({ limits, used }: Share, orders: number): boolean =>
    wish === undefined ||
    new EventRisk(legs, limits, used, reached).fits(wish.name, timesOf(wish.sums, orders));
  const given = shareOut(
    whole,
    partFor((part, orders) => isFor(shareOut(whole, part), orders)),
  );

  const counted = new EventRisk(legs, caps, given.used, reached).worst(given.limits);
  const less = sumOf([given.used, 1], [own, -1]);
  const ceilings = [
    { counted, less },
    ...others.map((other, i) => ({ counted: most[i] ?? caps, less: other.less })),
  ];
  return {
    limits: given.limits,
    less,
    counted,
    whole: { limits: whole.limits, less: sumOf([whole.used, 1], [own, -1]) },
    boundMinor: worstWith(legs, idle, ceilings, reached),
  };
};

/** The maximum of an event under the given allowances, at least 0. */
export const boundOf = (legs: LegBook, { idle, others, reached }: EventView): number =>
  worstWith(
    legs,
    idle,
    others.map((other) => ({ counted: mostOf(legs, other, eventOnly, reached), less: other.less })),
    reached,
  );

type Share = { limits: Limits; used: Totals };

/**
 * The part to give: little while that is plenty, else no more than the order takes, so that the rest stays
 * for others, and for the order's own other matches under one cap of the site.
 */
const partFor = (isFor: (part: number, orders: number) => boolean): number => {
  for (const part of [leastPart, amplePart]) if (isFor(part, ordersAhead)) return part;
  if (!isFor(parts, 1)) return leastPart;
  let [tooFew, enough] = [0, parts];
  while (enough - tooFew > 1) {
    const middle = (tooFew + enough) >> 1;
    if (isFor(middle, 1)) enough = middle;
    else tooFew = middle;
  }
  return Math.max(enough, leastPart);
};

const shareOut = ({ limits, used }: Share, part: number): Share =>
  part === parts
    ? { limits, used }
    : {
        limits: {
          event: Math.floor((limits.event / parts) * part),
          market: Math.floor((limits.market / parts) * part),
          selection: Math.floor((limits.selection / parts) * part),
        },
        used: shareOf(used, part / parts),
      };

const eventOnly: Limits = { event: 0, market: Infinity, selection: Infinity };

const worstWith = (
  legs: LegBook,
  idle: Totals,
  ceilings: readonly { counted: Limits; less: Totals }[],
  reached: Reached | undefined,
): number => {
  const all = sumOf([idle, 1], ...ceilings.map(({ less }) => [less, -1] as const));
  const limit = ceilings.reduce((sum, { counted }) => sum + counted.event, 0);
  const most = Math.ceil(new EventRisk(legs, eventOnly, all, reached).worst().event + limit);
  return Math.min(Math.max(0, most), Number.MAX_SAFE_INTEGER);
};

const mostOf = (
  legs: LegBook,
  { counted, less, written }: Outstanding,
  caps: Limits,
  reached: Reached | undefined,
): Limits => new EventRisk(legs, caps, sumOf([less, 1], [written, 1]), reached).worst(counted);

const minus = (a: Limits, b: Limits): Limits => ({
  event: less(a.event, b.event),
  market: less(a.market, b.market),
  selection: less(a.selection, b.selection),
});

/** Without a cap the rest is infinite too. */
const less = (a: number, b: number): number => (a === Infinity ? a : a - b);
