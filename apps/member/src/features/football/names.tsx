import { Link } from '@tanstack/react-router';
import type { NamedCompetition, Team } from '@touchline/contract/shapes/football';
import { competitionName } from '@touchline/locales/competition-names';
import { teamName } from '@touchline/locales/team-names';
import { currentLan } from '../../lib/i18n.tsx';
import { TeamShield } from '../team-shield/team-shield.tsx';
import styles from './football.module.css';

/** A team that leads to its page. */
export const TeamLink = ({ team }: { team: Team }) => (
  <Link to="/pages/football/team" search={{ id: team.id }} className={styles.named}>
    <TeamShield team={team} />
    <bdi>{teamName(team, currentLan())}</bdi>
  </Link>
);

/** A competition that leads to its page. */
export const CompetitionLink = ({ competition }: { competition: NamedCompetition }) => (
  <Link to="/pages/football/competition" search={{ id: competition.id }} className={styles.named}>
    <bdi>{competitionName(competition, currentLan())}</bdi>
  </Link>
);
