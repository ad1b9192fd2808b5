import { Link } from '@tanstack/react-router';
import { competitionName } from '@touchline/locales/competition-names';
import { dayIn, formatDate, nearDayName } from '@touchline/locales/format-time';
import type { Event } from '@touchline/contract/shapes/football';
import { currentLan } from '../../state/i18n.tsx';
import { LongList } from '../endless/long-list.tsx';
import { groupMatches, type MatchGroup } from './group-matches.ts';
import { deviceTimeZone } from '../labels/kick-off.ts';
import { useNow } from '../labels/use-now.ts';
import { hasStar } from '../stars/star-of.ts';
import { useStars } from '../stars/stars.ts';
import { MatchCard } from './match-card.tsx';
import { MatchList } from './match-list.tsx';
import { MatchSection } from './match-section.tsx';

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
