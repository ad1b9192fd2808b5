import type { Board } from '../../pricing/index.ts';
import { type Exposure, isPlayable } from '../../betting/index.ts';
import type { AtRisk } from './risk-sums.ts';

/** The matches with bets that can still cost something, the worst first. */
export const readRisk = async ({
  exposure,
  board,
}: {
  exposure: Exposure;
  board: Board;
}): Promise<AtRisk[]> => {
  const events = new Map(
    board
      .events()
      .filter(isPlayable)
      .map((event) => [event.id, event]),
  );
  const heats = await exposure.heatMaps([...events.keys()]);
  return heats
    .flatMap((heat) => {
      const event = events.get(heat.eventId);
      return event === undefined || heat.markets.length === 0 ? [] : [{ event, heat }];
    })
    .toSorted(byWorst);
};

const byWorst = (a: AtRisk, b: AtRisk): number => {
  const difference = b.heat.worstMinor - a.heat.worstMinor;
  if (difference !== 0n) return difference > 0n ? 1 : -1;
  return a.event.kickOff.getTime() - b.event.kickOff.getTime();
};
