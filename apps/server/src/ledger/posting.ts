/**
 * The house's side of an entry. `held` is the other side of money that only moves between available and held.
 */
export type CounterAccount =
  | 'stakes'
  | 'payouts'
  | 'fees'
  | 'promotions'
  | 'commission'
  | 'rounding'
  | 'held'
  | `clearing:${string}`
  | `external:${string}`;

/** One change of one wallet. */
export type Posting = {
  shard: number;
  memberId: string;
  /** Made by the caller; a key is applied once only. */
  key: string;
  /** Hash of the request, where it says more than the posting itself. */
  requestHash?: string;
  kind: string;
  /** Minor units of the wallet's currency: positive credits, negative takes. */
  amountMinor: bigint;
  counterAccount: CounterAccount;
  /** The subject of the operation (a bet, a withdrawal, …). */
  ref?: string | null;
};

/** The hash of a request that says nothing beyond its posting: short enough to be the text itself. */
export const requestHashOf = (posting: Omit<Posting, 'shard' | 'memberId' | 'key'>): string =>
  posting.requestHash ??
  `${posting.kind} ${posting.amountMinor} ${posting.counterAccount} ${posting.ref ?? '-'}`;

/**
 * Cuts items into rounds with each wallet at most once per round, keeping the order of every wallet's items. One
 * statement must hold a wallet once: of two, PostgreSQL would apply one and spend both keys.
 * @returns the items with their place in `items`
 */
export const inRounds = <T extends { memberId: string }>(
  items: readonly T[],
): { item: T; at: number }[][] => {
  const rounds: { item: T; at: number }[][] = [];
  const seen = new Map<string, number>();
  items.forEach((item, at) => {
    const round = seen.get(item.memberId) ?? 0;
    seen.set(item.memberId, round + 1);
    (rounds[round] ??= []).push({ item, at });
  });
  return rounds;
};
