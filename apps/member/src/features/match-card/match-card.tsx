import { Link } from '@tanstack/react-router';
import { memo, Suspense } from 'react';
import { competitionName } from '@touchline/locales/competition-names';
import { stageName } from '@touchline/locales/feed-names';
import { teamName } from '@touchline/locales/team-names';
import type { Event, Team } from '@touchline/contract/shapes/football';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { kickOffAt } from '../labels/time.tsx';
import { replayMark, matchName } from '../labels/match-name.ts';
import { PriceButton } from '../odds-button/price-button.tsx';
import { TeamShield } from '../team-shield/team-shield.tsx';
import { MatchClock } from '../labels/match-clock.tsx';
import { softened } from '../labels/softened.ts';
import styles from './match-card.module.css';

const CardStar = lazyPart(async () => (await import('../stars/card-star.tsx')).CardStar, { late: true });

const clockOf = ({ kickOff }: Event): string => kickOffAt(kickOff, Date.parse(kickOff)).clock;

/** The line next to the time of a match, under the name of its competition: its stage, its market, or its day. */
const useBeside = (): ((event: Event, isOver: boolean) => string) => {
  const t = useT();
  return (event, isOver) => {
    if (isOver) return clockOf(event);
    const { stage } = event.competition;
    return stage === undefined ? t('event.markets', { count: event.marketCount }) : stageName(stage, t);
  };
};

/** The line over a match: "World Cup 2026 · Group C". */
export const useHeading = (): ((event: Event) => string) => {
  const t = useT();
  return ({ competition }) => {
    const name = competitionName(competition, currentLan());
    return competition.stage === undefined ? name : `${name} · ${stageName(competition.stage, t)}`;
  };
};

/**
 * A match in a list: time, teams and score, and next to them the three prices of its result. It leads to the match. Of a long
 * list only the rows whose match has moved render; `plain` under a heading that names the competition.
 */
export const MatchCard = memo(function MatchCard({
  event,
  plain = false,
}: {
  event: Event;
  plain?: boolean;
}) {
  const t = useT();
  const heading = useHeading();
  const beside = useBeside();
  const { main } = event;
  // A match that is over has no markets: its time takes their place.
  const isOver = !['scheduled', 'live', 'half_time'].includes(event.state);
  const hasPrices = !isOver && main !== undefined && main.selections.length > 0;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <MatchClock event={event} />
        <span className={styles.heading}>
          {replayMark(event, t)}
          {plain ? beside(event, isOver) : heading(event)}
        </span>
      </div>
      <Link
        to="/pages/invest/eventsinfo"
        search={{ id: event.id }}
        className={styles.link}
        aria-label={matchName(event)}
      />
      <span className={styles.star}>
        <Suspense>
          <CardStar id={event.id} name={matchName(event)} />
        </Suspense>
      </span>
      <div className={styles.sides}>
        <Side team={event.home} goals={event.score?.ft?.home} />
        <Side team={event.away} goals={event.score?.ft?.away} />
      </div>
      {hasPrices && (
        <div className={styles.prices} data-arrows="prices">
          {main.selections.map((selection) => (
            <PriceButton
              key={selection.selection}
              match={event}
              market={main}
              selection={selection}
              stacked="narrow"
            >
              {selection.selection}
            </PriceButton>
          ))}
        </div>
      )}
    </article>
  );
});

const Side = ({ team, goals }: { team: Team; goals: number | undefined }) => (
  <div className={styles.side}>
    <TeamShield team={team} />
    <span className={styles.name}>{softened(teamName(team, currentLan()))}</span>
    {goals !== undefined && <b className={`figures ${styles.goals}`}>{goals}</b>}
  </div>
);
