import { Link } from '@tanstack/react-router';
import type { Bet, Leg } from '@touchline/contract/shapes/bet';
import { useT } from '../../shell/i18n.tsx';
import { isolated } from '../labels/bidi.ts';
import { Moment } from '../labels/moment.tsx';
import { scoreText } from '../labels/score-text.ts';
import styles from './bet-history.module.css';
import { rulesOf } from './rule.ts';
import { timelineOf, type Step } from './timeline.ts';

/** The history of a bet, done and to come, with the rules that settle it. */
export const BetHistory = ({ bet }: { bet: Bet }) => {
  const t = useT();
  const [leg] = bet.legs;
  return (
    <div className={styles.history}>
      <ol className={styles.steps} aria-label={t('record.history')}>
        {timelineOf(bet).map((step) => (
          <StepRow key={step.kind} step={step} outcome={step.kind === 'settled' ? leg?.outcome : undefined} />
        ))}
      </ol>
      {rulesOf(bet).map(({ section, rule }) => (
        <p key={section} className={styles.rule}>
          {rule !== undefined && <>{t(`record.rule.${rule}`)} </>}
          <Link to="/pages/rules/rules" search={{ version: bet.rules, section }} className={styles.read}>
            {t('rules.read')}
          </Link>
        </p>
      ))}
      <p className={styles.foot}>
        <bdi dir="auto" className={styles.number}>
          {t('record.number', { id: isolated(bet.id) })} · {t('record.rules', { version: bet.rules })}
        </bdi>
        {bet.legs.length === 1 && leg !== undefined && (
          <Link to="/pages/invest/eventsinfo" search={{ id: leg.event }} className={styles.match}>
            {t('record.match')}
          </Link>
        )}
      </p>
    </div>
  );
};

const StepRow = ({ step, outcome }: { step: Step; outcome: Leg['outcome'] | undefined }) => {
  const t = useT();
  const name = t(`record.step.${step.kind}`);
  const detail = outcome === undefined || outcome === 'win' || outcome === 'lose' ? undefined : outcome;
  return (
    <li className={styles.step} data-done={step.done}>
      <span className={styles.name}>
        {name}
        {detail !== undefined && <>, {t(`record.outcome.${detail}`)}</>}
      </span>
      <span className={styles.end}>
        {step.score !== undefined && (
          <bdi dir="ltr" className={`figures ${styles.score}`}>
            {scoreText(step.score)}
          </bdi>
        )}
        {step.at !== undefined && <Moment at={step.at} />}
      </span>
    </li>
  );
};
