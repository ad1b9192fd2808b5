import { factorOf, product, type Factor, type LegOutcome } from '@touchline/money/factor';
import { systemFactor, systemLines } from '@touchline/money/system';

/** State of a leg by its outcome: half-win and half-lose show under win and lose. */
export const stateOf: Readonly<Record<LegOutcome, BetEnd>> = {
  win: 'win',
  'half-win': 'win',
  push: 'refund',
  void: 'refund',
  'half-lose': 'lose',
  lose: 'lose',
};

type BetEnd = 'win' | 'lose' | 'refund';
type BetState = 'open' | BetEnd;

/** A leg by its current grade; without outcome it is open. */
export type LegNow = {
  outcome: LegOutcome | undefined;
  oddsMilli: number;
  /** The factor of a builder, which does not follow from its odds and outcome. */
  factor?: Factor | undefined;
};

/** A bet by its row and the grades of its legs. Amounts in minor units. */
export type BetNow = {
  memberId: string;
  id: string;
  /** Legs per line of a system; null for a single or an accumulator. */
  k: number | null;
  /** The stake still running: the whole except sold parts. */
  openStake: bigint;
  legs: readonly LegNow[];
  state: BetState;
  payout: bigint | null;
  /** What earlier corrections could not claw back. */
  lost: bigint;
  /** How often it was settled. */
  settlements: number;
  settledAt: Date | null;
  /** Its stake went back to an excluded member: it is final. */
  returned?: boolean;
};

/** The verdict on a bet; the payout is null while it is open. */
export type BetResult = { state: BetState; payout: bigint | null };

/**
 * Judges a bet by the grades of its legs. An accumulator is lost with its first lost leg; else a bet is open
 * until all its legs are graded. It then pays floor(open stake × e_k ÷ lines), and its state follows from
 * that exact factor: above 1 a win, below a loss, 1 a refund. So one void leg changes nothing but its own
 * factor, and a bet whose legs are all void is returned.
 */
export const judgeBet = ({ k, openStake, legs }: Pick<BetNow, 'k' | 'openStake' | 'legs'>): BetResult => {
  if (k === null && legs.some(({ outcome }) => outcome === 'lose')) return { state: 'lose', payout: 0n };
  const factors = legs.flatMap(({ outcome, oddsMilli, factor }) =>
    outcome === undefined ? [] : [factor ?? factorOf(outcome, oddsMilli)],
  );
  if (factors.length < legs.length) return { state: 'open', payout: null };
  const { num, den } = k === null ? product(factors) : systemFactor(k, factors);
  const whole = den * BigInt(k === null ? 1 : systemLines(k, legs.length));
  return { state: endOf(num, whole), payout: (openStake * num) / whole };
};

const endOf = (num: bigint, den: bigint): BetEnd => {
  if (num === den) return 'refund';
  return num > den ? 'win' : 'lose';
};

/** The effect of a settlement on a bet and its member's wallet. */
export type BetChange = {
  memberId: string;
  id: string;
  /** The number of this settlement of the bet: its payment's key contains it. */
  n: number;
  before: BetResult & { settledAt: Date | null };
  after: BetResult;
  /** Paid now. */
  credit: bigint;
  /** To be clawed back, as far as available. */
  debit: bigint;
  /** Not paid, because the member kept it after an earlier correction. */
  absorbed: bigint;
  kind: 'payout' | 'refund' | 'correction';
};

/** The changes that make a bet follow its grades; undefined without any. Only the difference moves. */
export const changeOf = (bet: BetNow): BetChange | undefined => {
  // Sold back whole: the cash-out has ended it.
  if (bet.openStake === 0n || bet.returned === true) return undefined;
  const after = judgeBet(bet);
  if (after.state === bet.state && after.payout === bet.payout) return undefined;
  const difference = (after.payout ?? 0n) - (bet.payout ?? 0n);
  const gained = difference > 0n ? difference : 0n;
  const absorbed = gained < bet.lost ? gained : bet.lost;
  return {
    memberId: bet.memberId,
    id: bet.id,
    n: bet.settlements + 1,
    before: { state: bet.state, payout: bet.payout, settledAt: bet.settledAt },
    after,
    credit: gained - absorbed,
    debit: difference < 0n ? -difference : 0n,
    absorbed,
    kind: bet.state === 'open' ? (after.state === 'refund' ? 'refund' : 'payout') : 'correction',
  };
};
