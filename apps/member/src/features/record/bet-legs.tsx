import type { BetLeg } from '@touchline/contract/shapes/bet';
import { bracketed } from '@touchline/locales/bracketed';
import { formatCount } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Mark, type MarkTone } from '../../ui/tag.tsx';
import { PartLines } from '../labels/leg-lines.tsx';
import { scoreText, unbrokenScore } from '../labels/match-name.ts';
import { selectionName, textUnder } from '../labels/selection-name.ts';
import { useOddsText } from '../labels/odds-text.ts';
import { whenText, useNow } from '../labels/time.tsx';
import styles from './record.module.css';

/** The legs of a combined bet, numbered: what was bet, the score of the match or its kick-off, and how each leg ended. */
export const BetLegs = ({ legs }: { legs: readonly BetLeg[] }) => {
  const t = useT();
  return (
    <ol className={styles.legs} aria-label={t('record.legs')}>
      {legs.map((leg, at) => (
        <OneLeg
          key={[leg.event, leg.market, leg.line, leg.selection].join(' ')}
          leg={leg}
          number={formatCount(at + 1, { lan: currentLan() })}
        />
      ))}
    </ol>
  );
};

const OneLeg = ({ leg, number }: { leg: BetLeg; number: string }) => {
  const t = useT();
  const oddsText = useOddsText();
  const now = useNow();
  return (
    <li className={styles.leg}>
      <LegMark leg={leg} />
      <div className={styles.what}>
        <p className={styles.betLegsSelection}>
          <span className={`figures ${styles.betLegsNumber}`}>{number}</span> {selectionName(leg)}
        </p>
        <p className={styles.betLegsMatch}>
          {textUnder(leg)}
          <LegScore leg={leg} />
        </p>
        {leg.state === 'waiting' && (
          <p className={styles.betLegsMatch}>
            {t('record.step.kick_off')} {whenText(leg.kickOff, now)}
          </p>
        )}
        <PartLines leg={leg} withOutcomes />
      </div>
      <bdi dir="ltr" className={`figures ${styles.odds}`}>
        {oddsText(leg.odds)}
      </bdi>
    </li>
  );
};

/** That the match is a replay, its score, and the score from which a live handicap counts. */
export const LegScore = ({ leg }: { leg: Pick<BetLeg, 'score' | 'since' | 'replay'> }) => {
  const t = useT();
  const { ft, ht } = leg.score ?? {};
  return (
    <>
      {leg.replay === true && <> · {t('event.replay')}</>}
      {ft !== undefined && (
        <>
          {' ·\u00a0'}
          <span className={`figures ${styles.betLegsScore}`}>
            {scoreText(ft)}
            {ht !== undefined && bracketed(scoreText(ht), currentLan())}
          </span>
        </>
      )}
      {leg.since !== undefined && <> ·&nbsp;{t('record.since', { score: unbrokenScore(leg.since) })}</>}
    </>
  );
};

const looks = {
  waiting: { icon: 'clock', tone: 'quiet' },
  in_progress: { icon: 'ball', tone: 'quiet' },
  win: { icon: 'check', tone: 'pitch' },
  lose: { icon: 'cross', tone: 'red' },
  refund: { icon: 'undo', tone: 'amber' },
} as const satisfies Record<BetLeg['state'], { icon: IconName; tone: MarkTone }>;

/** The state of a leg by icon, colour and, for screen readers, word; a half or void outcome is written out. */
const LegMark = ({ leg: { state, outcome } }: { leg: BetLeg }) => {
  const t = useT();
  const { icon, tone } = looks[state];
  return (
    <Mark
      icon={icon}
      tone={tone}
      label={outcome === undefined ? t(`record.state.${state}`) : t(`record.outcome.${outcome}`)}
    />
  );
};
