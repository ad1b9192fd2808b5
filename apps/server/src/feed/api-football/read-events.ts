import type { Score } from '@touchline/football/score';
import type { LiveGoal } from '../live/word.ts';
import type { ApiFixture } from './schema.ts';

/** Regular time ends here; what is told later belongs to extra time or the shoot-out. */
const LAST_MINUTE = 90;

const sideOf = ({ teams }: ApiFixture, teamId: number | null): LiveGoal['side'] | undefined => {
  if (teamId === teams.home.id) return 'home';
  return teamId === teams.away.id ? 'away' : undefined;
};

/** The goals of regular time. */
export const goalsOf = (item: ApiFixture): LiveGoal[] =>
  (item.events ?? [])
    .filter(
      ({ type, detail, time }) =>
        type === 'Goal' && detail !== 'Missed Penalty' && time.elapsed <= LAST_MINUTE,
    )
    .flatMap(({ time, team }) => {
      const side = sideOf(item, team.id);
      const extra = time.extra ?? 0;
      const shown = extra > 0 ? `${time.elapsed}+${extra}` : String(time.elapsed);
      const half = time.elapsed <= 45 ? 1 : 2;
      return side === undefined ? [] : [{ side, half, shown, minute: time.elapsed + extra } as const];
    });

/** Red cards of regular time, also by a second yellow; undefined where the service tells no events. */
export const redCardsOf = (item: ApiFixture): Score | undefined => {
  if (item.events === undefined || item.events === null) return undefined;
  const sent = item.events
    .filter(({ type, time }) => type === 'Card' && time.elapsed <= LAST_MINUTE)
    .filter(({ detail }) => /^(red card|second yellow card)$/i.test(detail))
    .map(({ team }) => sideOf(item, team.id));
  return {
    home: sent.filter((side) => side === 'home').length,
    away: sent.filter((side) => side === 'away').length,
  };
};
