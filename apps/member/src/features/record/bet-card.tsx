import { useId, useState, type ReactNode } from 'react';
import type { Bet, Leg } from '@touchline/contract/shapes/bet';
import { formatMoney, formatOdds } from '@touchline/locales/format';
import { teamName } from '@touchline/locales/team-names';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { scoreText } from '../labels/score-text.ts';
import { periodName, selectionName } from '../labels/selection-name.ts';
import styles from './bet-card.module.css';
import { BetHistory } from './bet-history.tsx';
import { BetTag } from './bet-tag.tsx';
import { isSettled } from './timeline.ts';

/** A bet: match, selection, money and state; a tap opens its history. */
export const BetCard = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const lan = currentLan();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [leg] = bet.legs;
  if (leg === undefined) return null;
  const match = `${teamName(leg.home, lan)} – ${teamName(leg.away, lan)}`;
  return (
    <Card>
      <article className={styles.bet}>
        <button
          type="button"
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles.match}>{match}</span>
          <BetTag bet={bet} />
          <span className={styles.arrow} data-open={isOpen}>
            <Icon name="down" size="small" />
          </span>
          <Selection leg={leg} />
        </button>
        <dl className={styles.figures}>
          <Figure label={t('record.stake')}>{formatMoney(bet.stake, { lan })}</Figure>
          <Figure label={t('record.odds')}>{formatOdds(bet.odds, { lan })}</Figure>
          <Figure label={isSettled(bet) ? t('record.received') : t('record.potential')} state={bet.state}>
            {formatMoney(isSettled(bet) ? (bet.payout ?? '0') : bet.potential, { lan })}
          </Figure>
        </dl>
        <div id={id} hidden={!isOpen}>
          {isOpen && <BetHistory bet={bet} leg={leg} />}
        </div>
      </article>
    </Card>
  );
};

/** "Score 2–1 · Full time · 2–1 (1–0)": what was bet, on which period, and how the match stands. */
const Selection = ({ leg }: { leg: Leg }) => {
  const { ft, ht } = leg.score ?? {};
  return (
    <span className={styles.selection}>
      {selectionName(leg)} · {periodName(leg.market)}
      {ft !== undefined && (
        <>
          {' · '}
          <bdi dir="ltr" className={`figures ${styles.score}`}>
            {scoreText(ft)}
            {ht !== undefined && ` (${scoreText(ht)})`}
          </bdi>
        </>
      )}
    </span>
  );
};

const Figure = ({ label, state, children }: { label: string; state?: Bet['state']; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd data-state={state}>
      <bdi dir="ltr" className="figures">
        {children}
      </bdi>
    </dd>
  </div>
);
