import type { Bet, BetLeg } from '@touchline/contract/shapes/bet';
import type { LiveMessages } from '@touchline/contract/shapes/live';

/** The tabs of the records. */
export const recordTabs = ['all', 'in_progress', 'win', 'lose', 'refund'] as const;
export type RecordTab = (typeof recordTabs)[number];

export type BetPage = { list: Bet[]; total: number; page: number; limit: number };

/** Whether a bet belongs to a tab. "In progress" is every bet not settled, waiting ones too. */
export function belongs(bet: Bet, tab: RecordTab): boolean {
  if (tab === 'all') return true;
  if (tab === 'in_progress') return bet.state === 'waiting' || bet.state === 'in_progress';
  return bet.state === tab;
}

/**
 * The loaded pages of a tab after one bet changed: replaced in place, taken out when it belongs to another
 * tab now, put on top when it is new here and newer than what is.
 */
export function patchPages(pages: readonly BetPage[], bet: Bet, tab: RecordTab): BetPage[] {
  const known = pages.some((page) => page.list.some((candidate) => candidate.id === bet.id));
  const stays = belongs(bet, tab);
  if (!known) return stays ? insert(pages, bet) : [...pages];
  return pages.map((page) => ({
    ...page,
    total: stays ? page.total : Math.max(0, page.total - 1),
    list: page.list.flatMap((candidate) => {
      if (candidate.id !== bet.id) return [candidate];
      return stays ? [bet] : [];
    }),
  }));
}

// The list is newest first by placing; a bet that belongs further down than is loaded comes with its page.
function insert(pages: readonly BetPage[], bet: Bet): BetPage[] {
  const at = pages.findIndex((page) => page.list.some((candidate) => candidate.placedAt <= bet.placedAt));
  const isLoaded = pages.length > 0 && pages.at(-1)?.list.length !== pages.at(-1)?.limit;
  const target = at >= 0 ? at : isLoaded ? pages.length - 1 : -1;
  if (target < 0) return [...pages];
  return pages.map((page, index) => {
    const total = page.total + 1;
    if (index !== target) return { ...page, total };
    const place = page.list.findIndex((candidate) => candidate.placedAt <= bet.placedAt);
    return { ...page, total, list: page.list.toSpliced(place < 0 ? page.list.length : place, 0, bet) };
  });
}

/**
 * A bet after one of its matches moved: the score of its legs, and from waiting to in progress at the first kick-off.
 * Only the bet's own message has its settlement at the end of a match. The same object when the bet has no leg on the match.
 */
export function patchByEvent(bet: Bet, { id, score, live, kickOff }: LiveMessages['event']): Bet {
  if (!bet.legs.some((leg) => leg.event === id)) return bet;
  const legs = bet.legs.map((leg): BetLeg => {
    if (leg.event !== id) return leg;
    const state = leg.state === 'waiting' && live ? 'in_progress' : leg.state;
    return { ...leg, kickOff, state, ...(score ? { score } : {}) };
  });
  const state = bet.state === 'waiting' && live ? 'in_progress' : bet.state;
  return { ...bet, state, legs };
}
