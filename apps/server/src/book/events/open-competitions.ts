import type { OpenCompetition } from '@touchline/contract/shapes/football';
import { dayIn } from '@touchline/locales/format-time';
import { isInPlay, type BoardEvent } from '../board/board.ts';

/** The fields of an event that are counted. */
export type ListedEvent = Pick<BoardEvent, 'competition' | 'place' | 'withheld' | 'state' | 'kickOff'>;

/** A competition while its matches are counted. */
type Counted = OpenCompetition & { place: number; nextKickOffMs: number };

/**
 * The competitions with matches in play or scheduled that members see, each with how many there are. The order is that of the list
 * of matches: by the day of the next kick-off, then by the site's order of competitions, then by kick-off.
 * @param events of the board, in any order
 * @param timeZone the site's, in which days are meant
 */
export const openCompetitions = (
  events: readonly ListedEvent[],
  { now, timeZone }: { now: Date; timeZone: string },
): OpenCompetition[] => {
  const today = dayIn(now, timeZone);
  const counted = new Map<string, Counted>();
  for (const { competition, place, withheld = false, state, kickOff } of events) {
    if (withheld || !(state === 'scheduled' || isInPlay(state))) continue;
    let of = counted.get(competition.id);
    if (of === undefined) {
      of = {
        competition,
        inPlay: 0,
        today: 0,
        open: 0,
        place: place ?? Number.MAX_SAFE_INTEGER,
        nextKickOffMs: kickOff.getTime(),
      };
      counted.set(competition.id, of);
    }
    of.open += 1;
    if (isInPlay(state)) of.inPlay += 1;
    if (dayIn(kickOff, timeZone) === today) of.today += 1;
    of.nextKickOffMs = Math.min(of.nextKickOffMs, kickOff.getTime());
  }
  const dayOf = new Map(
    [...counted].map(([id, { nextKickOffMs }]) => [id, dayIn(new Date(nextKickOffMs), timeZone)]),
  );
  const byNext = (a: Counted, b: Counted): number =>
    (dayOf.get(a.competition.id) ?? '').localeCompare(dayOf.get(b.competition.id) ?? '') ||
    a.place - b.place ||
    a.nextKickOffMs - b.nextKickOffMs ||
    a.competition.id.localeCompare(b.competition.id);
  return [...counted.values()]
    .toSorted(byNext)
    .map(({ competition, inPlay, today: ofToday, open }) => ({ competition, inPlay, today: ofToday, open }));
};
