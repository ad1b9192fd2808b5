/** For how long the same bet of a member counts as sent twice. */
export const duplicateWindowMs = 10_000;

/** What a process knows of a member's bets of the last seconds. */
export type RecentBets = {
  /** Whether this process placed the same bet under another key within the window. */
  has(memberId: string, bet: { slipHash: bigint; key: string }): boolean;
  /** The version of the wallet at which this process knows every bet of the window; undefined when it does not. */
  completeAt(memberId: string): bigint | undefined;
  /** A bet was placed: the wallet has this version now. `first`: the rows say that no other was placed within the window. */
  placed(memberId: string, bet: { slipHash: bigint; key: string; version: bigint; first: boolean }): void;
};

type Known = {
  /** The wallet's version after the last bet this process placed. */
  version: bigint;
  /** Since when this process knows every bet: nobody else has moved the wallet. */
  aloneMs: number;
  bets: { slipHash: bigint; key: string; atMs: number }[];
};

/**
 * Remembers bets for the window. A wallet has one order under way at a time, so that the one before is always known; a
 * wallet whose version is not the one left here was moved by somebody else, perhaps by a bet.
 * @param nowMs a clock that only goes forward
 */
export const createRecentBets = (nowMs: () => number): RecentBets => {
  // Two generations: what neither a whole window nor the one before has touched is forgotten with its map.
  let young = new Map<string, Known>();
  let old = new Map<string, Known>();
  let turnMs = nowMs();

  const turn = (now: number): void => {
    if (now - turnMs < duplicateWindowMs) return;
    old = now - turnMs < 2 * duplicateWindowMs ? young : new Map();
    young = new Map();
    turnMs = now;
  };
  const find = (memberId: string): Known | undefined => young.get(memberId) ?? old.get(memberId);

  return {
    has: (memberId, { slipHash, key }) => {
      const after = nowMs() - duplicateWindowMs;
      const known = find(memberId);
      return known?.bets.some((b) => b.slipHash === slipHash && b.key !== key && b.atMs > after) ?? false;
    },
    completeAt: (memberId) => {
      const known = find(memberId);
      return known && known.aloneMs <= nowMs() - duplicateWindowMs ? known.version : undefined;
    },
    placed: (memberId, { slipHash, key, version, first }) => {
      const now = nowMs();
      turn(now);
      const known = find(memberId);
      const bets = known?.bets.filter((bet) => bet.atMs > now - duplicateWindowMs) ?? [];
      bets.push({ slipHash, key, atMs: now });
      const followed = known?.version === version - 1n ? known.aloneMs : now;
      young.set(memberId, { version, aloneMs: first ? now - duplicateWindowMs : followed, bets });
    },
  };
};
