import { Link } from '@tanstack/react-router';
import { competitionName } from '@touchline/locales/competition-names';
import { dayIn, formatDate, nearDayName } from '@touchline/locales/format-time';
import type { Event } from '@touchline/contract/shapes/football';
import { currentLan } from '../../lib/i18n.tsx';
import { LongList } from '../endless/long-list.tsx';
import { deviceTimeZone, useNow } from '../labels/time.tsx';
import { isOver } from '../live/event-patch.ts';
import { hasStar, starredFirst, useStars } from '../stars/stars.ts';
import { MatchCard } from './match-card.tsx';
import { MatchList, MatchSection } from './match-list.tsx';

/** Matches of one competition on one day. */
type MatchGroup = { key: string; day: string; competition: Event['competition']; matches: Event[] };

/**
 * Groups a list by day, and within a day by competition in the order of its first match; its matches by kick-off, what is over
 * the last first. The list is in order by the days of the site, which may begin at other hours than the reader's.
 * @param dayOf the calendar day of a time
 * @param isStarred what comes first within its day and its group
 */
export const groupMatches = (
  events: readonly Event[],
  dayOf: (moment: string) => string,
  isStarred: (event: Event) => boolean = () => false,
): MatchGroup[] => {
  const days = new Map<string, Map<string, MatchGroup>>();
  for (const event of events) {
    const day = dayOf(event.kickOff);
    const { competition } = event;
    const groups = days.get(day) ?? new Map<string, MatchGroup>();
    days.set(day, groups);
    const key = `${day} ${competition.id}`;
    const group = groups.get(key) ?? { key, day, competition, matches: [] };
    groups.set(key, group);
    group.matches.push(event);
  }
  const isPast = events.every(({ state }) => isOver(state));
  const sign = isPast ? -1 : 1;
  const isMixed = !isPast && events.some(({ state }) => isOver(state));
  const inOrder = isMixed ? [...days] : [...days].toSorted(([a], [b]) => sign * (a < b ? -1 : 1));
  return inOrder.flatMap(([, groups]) =>
    starredFirst(
      [...groups.values()].map((group) => ({
        ...group,
        matches: starredFirst(
          group.matches.toSorted((a, b) => sign * a.kickOff.localeCompare(b.kickOff)),
          isStarred,
        ),
      })),
      ({ matches }) => matches.some(isStarred),
    ),
  );
};

type Props = {
  /** Names the list within its tab. */
  name: string;
  events: readonly Event[];
  showDays: boolean;
};

/** Match cards under their competition; with the day where the list runs over several. */
export const MatchGroups = ({ name, events, showDays }: Props) => {
  const now = useNow();
  const stars = useStars();
  const options = { lan: currentLan(), timeZone: deviceTimeZone() };
  const dayName = (kickOff: string): string =>
    nearDayName(kickOff, { ...options, now }) ?? formatDate(kickOff, options);
  const section = ({ key, competition, matches }: MatchGroup) => {
    const [first] = matches;
    return (
      <MatchSection
        key={key}
        title={
          <Link to="/pages/football/competition" search={{ id: competition.id }}>
            {competitionName(competition, options.lan)}
          </Link>
        }
        aside={showDays && first !== undefined && <span>{dayName(first.kickOff)}</span>}
      >
        <MatchList>
          {matches.map((event) => (
            <MatchCard key={event.id} event={event} plain />
          ))}
        </MatchList>
      </MatchSection>
    );
  };
  const groups = groupMatches(
    events,
    (moment) => dayIn(moment, options.timeZone),
    (event) => hasStar(stars, event),
  );
  return <LongList name={name} isTab blocks={groups.map((group) => [group])} row={section} kind="sections" />;
};
