import { configStore } from '../../lib/config.ts';
import { useStore } from '../../lib/use-store.ts';
import type { BetView } from './quote.ts';
import type { InPlayState } from './selection.ts';

/**
 * The longest wait of selections before their bet is taken, milliseconds; 0 without a match in play. The delay runs on the clock of the
 * match, which a replay has faster.
 */
export const delayOf = (
  plays: readonly (InPlayState | undefined)[],
  delayMs: number,
  replaySpeed: number,
): number =>
  Math.max(
    0,
    ...plays.map((play) => {
      if (play?.inPlay !== true) return 0;
      return play.replay === true ? Math.ceil(delayMs / replaySpeed) : delayMs;
    }),
  );

/** How long bets wait before they are taken. */
export const useLiveDelay = (bets: readonly Pick<BetView, 'items'>[]): number => {
  const site = useStore(configStore).site;
  const offers = bets.flatMap(({ items }) => items.map(({ offer }) => offer));
  return delayOf(offers, site?.liveDelayMs ?? 0, site?.replay?.speed ?? 1);
};
