import { Link } from '@tanstack/react-router';
import type { BracketStage } from '@touchline/contract/shapes/competition';
import { stageName } from '@touchline/locales/feed-names';
import { formatDateTime } from '@touchline/locales/format-time';
import { teamName } from '@touchline/locales/team-names';
import type { ReactNode } from 'react';
import { isolated } from '../../features/labels/bidi.ts';
import { deviceTimeZone } from '../../features/labels/time.tsx';
import { scoreText } from '../../features/labels/match-name.ts';
import { TeamShield } from '../../features/team-shield/team-shield.tsx';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Across } from '../../ui/figure-table.tsx';
import { Card } from '../../ui/card.tsx';
import footballStyles from '../../features/football/football.module.css';
import styles from './football.module.css';

type Place = BracketStage['places'][number];

/**
 * The columns of a bracket. Stages of a single match share the last one, the final first: the match for third place does
 * not stand between the semi-finals and the final.
 */
const columnsOf = (stages: readonly BracketStage[]): (readonly BracketStage[])[] => {
  const rounds = stages.filter(({ places }) => places.length > 1).map((stage) => [stage]);
  const last = stages.filter(({ places }) => places.length === 1).toReversed();
  return last.length === 0 ? rounds : [...rounds, last];
};

/** The knock-out stage: each place between those that feed it. It scrolls sideways where it is wider than the screen. */
export const Bracket = ({ stages }: { stages: readonly BracketStage[] }) => {
  const t = useT();
  return (
    <Card>
      <section className={footballStyles.part}>
        <h2 className={footballStyles.title}>{t('football.bracket')}</h2>
        <Across label={t('football.bracket')}>
          <div className={styles.bracket}>
            {columnsOf(stages).map((column) => (
              <div key={column[0]?.stage} className={styles.bracketColumn}>
                {column.map((stage) => (
                  <Stage key={stage.stage} {...stage} />
                ))}
              </div>
            ))}
          </div>
        </Across>
      </section>
    </Card>
  );
};

const Stage = ({ stage, places }: BracketStage) => {
  const t = useT();
  return (
    <>
      <h3>{stageName(stage, t)}</h3>
      <ul className={styles.places}>
        {places.map((place, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- places keep their order, and have nothing else
          <li key={at}>
            <Box place={place}>
              <Side place={place} side="home" />
              <Side place={place} side="away" />
              <Note place={place} />
            </Box>
          </li>
        ))}
      </ul>
    </>
  );
};

const Box = ({ place: { event }, children }: { place: Place; children: ReactNode }) =>
  event === undefined ? (
    <div className={styles.place}>{children}</div>
  ) : (
    <Link to="/pages/invest/eventsinfo" search={{ id: event }} className={styles.place}>
      {children}
    </Link>
  );

const Side = ({ place, side }: { place: Place; side: 'home' | 'away' }) => {
  const t = useT();
  const { team, from } = place[side];
  const goals = place.ft?.[side];
  if (team === undefined) {
    // The two teams, one of which advances to this place.
    const either = from.map((one) => teamName(one, currentLan())).join(' / ');
    return (
      <span className={styles.side}>
        <bdi className={styles.open}>{either === '' ? t('football.open') : either}</bdi>
      </span>
    );
  }
  return (
    <span className={styles.side} data-won={place.winner === side}>
      <TeamShield team={team} />
      <bdi>{teamName(team, currentLan())}</bdi>
      {goals !== undefined && <span className="figures">{goals}</span>}
    </span>
  );
};

/** When it is played, or how it continued after ninety minutes. */
const Note = ({ place: { ft, et, pens, kickOff } }: { place: Place }) => {
  const t = useT();
  const parts = [
    et && t('football.afterExtra', { score: isolated(scoreText(et)) }),
    pens && t('football.penalties', { score: isolated(scoreText(pens)) }),
  ].filter((part) => part !== undefined);
  if (ft === undefined && kickOff !== undefined) {
    const options = { lan: currentLan(), timeZone: deviceTimeZone() };
    return (
      <time dateTime={kickOff} className={styles.note}>
        {formatDateTime(kickOff, options)}
      </time>
    );
  }
  return parts.length === 0 ? null : <span className={styles.note}>{parts.join(' · ')}</span>;
};
