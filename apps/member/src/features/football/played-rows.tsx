import { Link } from '@tanstack/react-router';
import type { FormLetter, PlayedMatch } from '@touchline/contract/shapes/competition';
import { competitionName } from '@touchline/locales/competition-names';
import { stageName } from '@touchline/locales/feed-names';
import { formatLongDate } from '@touchline/locales/format-time';
import { teamName } from '@touchline/locales/team-names';
import type { ReactNode } from 'react';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { deviceTimeZone } from '../labels/time.tsx';
import { scoreText } from '../labels/match-name.ts';
import { ResultLetter } from './labels.tsx';
import styles from './football.module.css';

type Props = {
  matches: readonly PlayedMatch[];
  /** The team whose results they are. */
  team?: string | undefined;
  /** Names the competition of each match, and not its stage alone. */
  withCompetition?: boolean;
};

/** Matches that are over, each a row; one of this site leads to its page. */
export const PlayedRows = ({ matches, team, withCompetition = false }: Props) => (
  <ul className={styles.matches}>
    {matches.map((match) => (
      <li key={`${match.at.moment} ${match.home.id} ${match.away.id}`}>
        <Row match={match}>
          <When match={match} withCompetition={withCompetition} />
          <Sides match={match} />
          {team !== undefined && <ResultLetter letter={letterOf(match, team)} />}
          <Beside match={match} />
        </Row>
      </li>
    ))}
  </ul>
);

const Row = ({ match, children }: { match: PlayedMatch; children: ReactNode }) =>
  match.event === undefined ? (
    <div className={styles.match}>{children}</div>
  ) : (
    <Link to="/pages/invest/eventsinfo" search={{ id: match.event }} className={styles.match}>
      {children}
    </Link>
  );

/** How a match ended for a team after ninety minutes. */
const letterOf = ({ home, ft }: PlayedMatch, team: string): FormLetter => {
  const lead = (ft.home - ft.away) * (home.id === team ? 1 : -1);
  return lead > 0 ? 'W' : lead < 0 ? 'L' : 'D';
};

const When = ({ match, withCompetition }: { match: PlayedMatch; withCompetition: boolean }) => {
  const t = useT();
  const { at, stage, competition, friendly, replay } = match;
  // The day of a match whose time is not known is the same everywhere.
  const timeZone = at.exact ? deviceTimeZone() : 'UTC';
  const named = competition === undefined ? undefined : competitionName(competition, currentLan());
  const kind = friendly === true ? t('football.friendly') : t('football.competitive');
  const where = withCompetition ? (named ?? kind) : stage === undefined ? undefined : stageName(stage, t);
  return (
    <span className={styles.when}>
      <time dateTime={at.moment}>{formatLongDate(at.moment, { lan: currentLan(), timeZone })}</time>
      {where !== undefined && <bdi>{where}</bdi>}
      {replay === true && <bdi>{t('event.replay')}</bdi>}
    </span>
  );
};

const Sides = ({ match: { home, away, ft } }: { match: PlayedMatch }) => (
  <>
    <span className={styles.sides}>
      <span data-won={ft.home > ft.away}>
        <bdi>{teamName(home, currentLan())}</bdi>
      </span>
      <span data-won={ft.away > ft.home}>
        <bdi>{teamName(away, currentLan())}</bdi>
      </span>
    </span>
    <span className={`figures ${styles.sides}`}>
      <span data-won={ft.home > ft.away}>{ft.home}</span>
      <span data-won={ft.away > ft.home}>{ft.away}</span>
    </span>
  </>
);

/** What came after the ninety minutes, or in their place. */
const Beside = ({ match: { et, pens, awarded } }: { match: PlayedMatch }) => {
  const t = useT();
  const parts = [
    et && t('football.afterExtra', { score: isolated(scoreText(et)) }),
    pens && t('football.penalties', { score: isolated(scoreText(pens)) }),
    awarded === true ? t('football.awarded') : undefined,
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return null;
  return <span className={styles.beside}>{parts.join(' · ')}</span>;
};
