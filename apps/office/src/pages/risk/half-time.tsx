import { Button } from '@mantine/core';
import type { RiskEvent } from '@touchline/contract/shapes/office-views';
import { useT } from '../../shell/i18n.ts';
import { nameOfTeam, scoreText } from '../../trading/names.ts';
import { keyOf } from './words.ts';
import styles from './half-time.module.css';

const goals = [0, 1, 2, 3, 4];

/** Chooses the half-time score the grid is counted for. */
export const HalfTime = ({
  chosen,
  event,
  onChoose,
}: {
  chosen: string | undefined;
  event: RiskEvent;
  onChoose: (ht: string | undefined) => void;
}) => {
  const t = useT();
  return (
    <div className={styles.half}>
      <div className={styles.head}>
        <Button
          size="compact-xs"
          variant={chosen === undefined ? 'filled' : 'default'}
          aria-pressed={chosen === undefined}
          onClick={() => onChoose(undefined)}
        >
          {t('risk.halfAny')}
        </Button>
        <span>{t('risk.halfHint')}</span>
      </div>
      <fieldset className={styles.scores} aria-label={t('risk.half')}>
        {goals.flatMap((home) =>
          goals.map((away) => {
            const score = { home, away };
            const key = keyOf(score);
            return (
              <button
                key={key}
                type="button"
                className={styles.score}
                aria-pressed={chosen === key}
                aria-label={`${nameOfTeam(event.home)} ${scoreText(score)} ${nameOfTeam(event.away)}`}
                onClick={() => onChoose(chosen === key ? undefined : key)}
              >
                {scoreText(score)}
              </button>
            );
          }),
        )}
      </fieldset>
    </div>
  );
};
