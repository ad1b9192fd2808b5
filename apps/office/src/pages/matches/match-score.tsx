import type { Event } from '@touchline/contract/shapes/football';
import { useT } from '../../lib/i18n.ts';
import { Tag } from '../../ui/tag.tsx';
import styles from './matches.module.css';

type Goals = { home: number; away: number };

/** "2–1". */
export const goalsText = ({ home, away }: Goals): string => `${home}–${away}`;

const toneOf = {
  scheduled: 'plain',
  live: 'good',
  half_time: 'wait',
  finished: 'plain',
  postponed: 'wait',
  abandoned: 'bad',
  cancelled: 'bad',
} as const;

/** Where a match is: its minute while it is played, else its state. */
export const MatchPhase = ({ of: { state, minute } }: { of: Pick<Event, 'state' | 'minute'> }) => {
  const t = useT();
  const isPlayed = state === 'live' && minute !== undefined;
  return <Tag tone={toneOf[state]}>{isPlayed ? `${minute}′` : t(`eventState.${state}`)}</Tag>;
};

/** The score so far or final, and that of the first half behind it. */
export const MatchScore = ({ of: { score } }: { of: Pick<Event, 'score'> }) => {
  if (score?.ft === undefined) return '–';
  return (
    <span className={styles.matchScore}>
      <strong>{goalsText(score.ft)}</strong>
      {score.ht !== undefined && <span className={styles.half}>({goalsText(score.ht)})</span>}
    </span>
  );
};
