import { Link } from '@tanstack/react-router';
import type { NamedCompetition, Team } from '@touchline/contract/shapes/football';
import { competitionName } from '@touchline/locales/competition-names';
import { teamName } from '@touchline/locales/team-names';
import type { FormLetter, Source } from '@touchline/contract/shapes/competition';
import { formatLongDate } from '@touchline/locales/format-time';
import { currentLan, useT } from '../../lib/i18n.tsx';
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

const words = { W: 'won', D: 'drawn', L: 'lost' } as const;

/** One result of a team. */
export const ResultLetter = ({ letter }: { letter: FormLetter }) => {
  const t = useT();
  const word = words[letter];
  return (
    <span className={styles.letter} data-letter={letter}>
      <span aria-hidden="true">{t(`football.short.${word}`)}</span>
      <span className="visually-hidden">{t(`football.${word}`)}</span>
    </span>
  );
};

/** The last results of a team, the latest at the end. */
export const FormLetters = ({ form }: { form: readonly FormLetter[] }) => {
  const t = useT();
  if (form.length === 0) return null;
  return (
    <span className={styles.form}>
      <span className="visually-hidden">{t('football.form')}: </span>
      {form.map((letter, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same letters follow each other
        <ResultLetter key={at} letter={letter} />
      ))}
    </span>
  );
};

/** Names of the data sets that are used; both are in the public domain. */
const records = {
  openfootball: 'openfootball (CC0 1.0)',
  international: 'martj42/international_results (CC0 1.0)',
} as const;

/** Where the figures of a page come from, and up to when. */
export const Sources = ({ of }: { of: readonly Source[] }) => {
  const t = useT();
  const lan = currentLan();
  if (of.length === 0) return null;
  const text = ({ kind, until }: Source): string => {
    const name = kind === 'site' ? t('football.source.site') : records[kind];
    return until === undefined || kind === 'site'
      ? name
      : t('football.sourceUntil', { name, date: formatLongDate(until, { lan, timeZone: 'UTC' }) });
  };
  return (
    <p className={styles.note}>
      {t('football.sources')}: <bdi>{of.map(text).join(' · ')}</bdi>
    </p>
  );
};

/** What a team did, in the order in which it is shown, with the text of each figure. */
export const figureRows = [
  { key: 'won', text: 'football.won' },
  { key: 'drawn', text: 'football.drawn' },
  { key: 'lost', text: 'football.lost' },
  { key: 'goalsFor', text: 'football.scored' },
  { key: 'goalsAgainst', text: 'football.conceded' },
  { key: 'cleanSheets', text: 'football.cleanSheets' },
  { key: 'withoutGoal', text: 'football.withoutGoal' },
  { key: 'bothScored', text: 'football.bothScored' },
  { key: 'over25', text: 'football.over25' },
] as const;
