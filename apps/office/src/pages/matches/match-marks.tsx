import type { Event } from '@touchline/contract/shapes/football';
import type { OfficeEvent, PriceBasis } from '@touchline/contract/shapes/office-trading';
import { useFormats } from '../../lib/site.ts';
import { useT } from '../../lib/i18n.ts';
import { Note } from '../../ui/notices.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './matches.module.css';

type Goals = { home: number; away: number };

/** "2–1". */
export const goalsText = ({ home, away }: Goals): string => `${home}–${away}`;

const phaseTone = {
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
  return <Tag tone={phaseTone[state]}>{isPlayed ? `${minute}′` : t(`eventState.${state}`)}</Tag>;
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

const basisTone = { market: 'good', trader: 'plain', results: 'plain', few_results: 'wait' } as const;

/** What the prices of a match rest on, in a word. */
export const BasisTag = ({ of: { basis } }: { of: Pick<OfficeEvent, 'basis'> }) => {
  const t = useT();
  return basis === undefined ? '–' : <Tag tone={basisTone[basis.level]}>{t(`basis.${basis.level}`)}</Tag>;
};

/** The same with its source, or the count of results, and since when. */
export const BasisFact = ({ of: { basis } }: { of: Pick<OfficeEvent, 'basis'> }) => {
  const t = useT();
  const { when } = useFormats();
  if (basis === undefined) return t('basis.unknown');
  const { source, results, shots, at } = basis;
  const rest = [
    source,
    results === undefined ? undefined : t('basis.perTeam', { count: results }),
    shots === undefined ? undefined : t('basis.withShots', { count: shots }),
    at && when(at),
  ];
  return (
    <>
      <BasisTag of={{ basis }} /> {rest.filter((part) => part !== undefined).join(' · ')}
    </>
  );
};

/** What follows from the basis: a smaller share of the caps, or caps that are too high for it. */
export const BasisNote = ({ of }: { of: PriceBasis }) => {
  const t = useT();
  if (of.highCaps) return <Note>{t('basis.highCaps')}</Note>;
  if (Number(of.share) === 100) return null;
  return <Note>{t('basis.share', { percent: String(Number(of.share)) })}</Note>;
};

/** When the feed of a match last said something, and whether it has fallen silent. */
export const FeedAge = ({ of: { feed, event } }: { of: Pick<OfficeEvent, 'feed' | 'event'> }) => {
  const t = useT();
  const { ago } = useFormats();
  if (feed.silent) return <Tag tone="bad">{t('match.silent')}</Tag>;
  // Before kick-off and after the end the feed has no news.
  return feed.at === undefined || !event.live ? '–' : ago(feed.at);
};

/** How many markets take bets, how many are suspended, and whether a trader has stopped them. */
export const Offer = ({ of: { open, suspended, stops, withheld } }: { of: OfficeEvent }) => {
  const t = useT();
  const isWhole = stops.some(({ market }) => market === undefined);
  if (open + suspended === 0 && !isWhole) return '–';
  return (
    <span className={styles.offer}>
      {withheld && <Tag tone="bad">{t('match.isWithheld')}</Tag>}
      {isWhole && <Tag tone="bad">{t('stop.stopped')}</Tag>}
      {!isWhole && open > 0 && <span>{t('match.open', { count: open })}</span>}
      {!isWhole && !withheld && suspended > 0 && (
        <span className={styles.suspended}>{t('match.suspended', { count: suspended })}</span>
      )}
      {!isWhole && stops.length > 0 && <Tag tone="bad">{t('match.stops', { count: stops.length })}</Tag>}
    </span>
  );
};
