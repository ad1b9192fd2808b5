import type { Grid } from '@touchline/football/grid';
import type { BoardEvent } from './board/board.ts';
import { shifted } from './board/offer-rules.ts';
import { gridOf } from './market-plan.ts';

/** The match clock of a minute as shown: "45+2" is 47. Undefined when the clock is not running. */
export const clockMinuteOf = (shown: string | undefined): number | undefined => {
  if (shown === undefined) return undefined;
  const [minute = '', added = '0'] = shown.split('+');
  const clock = Number(minute) + Number(added);
  return Number.isFinite(clock) ? clock : undefined;
};

/**
 * The score grid of an event in its present state, without margin.
 * @returns undefined when the event has no prices or is over
 */
export const fairGrid = (
  event: Pick<BoardEvent, 'state' | 'means' | 'rule' | 'minute' | 'score' | 'ht' | 'redCards'>,
): Grid | undefined => {
  const { state, minute, score = { home: 0, away: 0 }, ht, redCards } = event;
  const means = shifted(event.means, event.rule?.shift);
  const clockMinute = clockMinuteOf(minute) ?? (ht === undefined ? 0 : 45);
  return gridOf({ state, means, clockMinute, score, ht, redCards, isSuspended: false });
};
