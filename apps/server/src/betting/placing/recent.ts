/** How long the same bet of a member counts as sent twice. */
export const duplicateWindowMs = 10_000;

/** A member's bets of the last seconds in the memory of a process. */
export type RecentBets = {
  /** Whether this process placed the same bet under another key within the window. */
  has(memberId: string, bet: { slipHash: bigint; key: string }): boolean;
  /** The version of the wallet at which this process knows every bet of the window; undefined when it does not. */
  completeAt(memberId: string): bigint | undefined;
  /**
   * Counts a placed bet: the wallet has this version now. `first`: according to the rows no other was placed
   * within the window.
   */
  placed(memberId: string, bet: { slipHash: bigint; key: string; version: bigint; first: boolean }): void;
};

type MemberBets = {
  /** The wallet's version after the last bet this process placed. */
  version: bigint;
  /** Since when this process knows every bet, because no other process has moved the wallet. */
  aloneMs: number;
  bets: { slipHash: bigint; key: string; atMs: number }[];
};

/**
 * Remembers bets for the window. A wallet has one order under way at a time, so that the previous one is
 * always known; a wallet at another version than remembered was moved by another process, perhaps by a bet.
 * @param nowMs a clock that only goes forward
 */
export const createRecentBets = (nowMs: () => number): RecentBets => {
  // Two generations: entries untouched for a whole window are dropped with their map.
  let young = new Map<string, MemberBets>();
  let old = new Map<string, MemberBets>();
  let turnMs = nowMs();

  const turn = (now: number): void => {
    if (now - turnMs < duplicateWindowMs) return;
    old = now - turnMs < 2 * duplicateWindowMs ? young : new Map();
    young = new Map();
    turnMs = now;
  };
  const find = (memberId: string): MemberBets | undefined => young.get(memberId) ?? old.get(memberId);

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
