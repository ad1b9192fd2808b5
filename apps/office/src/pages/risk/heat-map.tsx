import type { EventExposure } from '@touchline/contract/shapes/office-views';
import { bracketed } from '@touchline/locales/bracketed';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useDayFormats } from '../../lib/day-formats.ts';
import { useFormats } from '../../lib/site.ts';
import { scoreText, nameOfTeam } from '../../features/trading/names.ts';
import { currentLan, useT } from '../../lib/i18n.ts';
import { gainSteps, keyOf, levelOf, lossSteps, wholeOf } from './heat-scale.ts';
import styles from './risk.module.css';

type Cell = EventExposure['cells'][number];

/** The goals of a side that the server reports. */
const goals = [0, 1, 2, 3, 4, 5, 6];

/** What an amount reads like: a loss is one by its sign, its colour and its words. */
const useCellText = () => {
  const t = useT();
  const { signed } = useFormats();
  return (cell: Cell): string => {
    const score = scoreText(cell);
    if (cell.worst === cell.best) return t('risk.cell', { score, amount: signed(cell.worst) });
    return t('risk.cellTwo', { score, worst: signed(cell.worst), best: signed(cell.best) });
  };
};

/** The house's result by final score: a grid one walks through with the arrow keys. */
export const HeatMap = ({ of, step }: { of: EventExposure; step: number }) => {
  const t = useT();
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState('0-0');
  const [read, setRead] = useState<Cell>();
  const textOf = useCellText();
  const { home, away, score, state } = of.event;
  const cells = new Map(of.cells.map((cell) => [keyOf(cell), cell]));
  const now = state === 'scheduled' || score === undefined ? undefined : keyOf(score);
  // The tab key stops at one cell of the grid, whichever scores can still happen.
  const [first] = of.cells;
  const stop = cells.has(at) || first === undefined ? at : keyOf(first);
  const shown = read && cells.get(keyOf(read));
  const move = (event: KeyboardEvent, from: { home: number; away: number }): void => {
    const to = {
      ArrowUp: { ...from, home: from.home - 1 },
      ArrowDown: { ...from, home: from.home + 1 },
      ArrowLeft: { ...from, away: from.away - 1 },
      ArrowRight: { ...from, away: from.away + 1 },
      Home: { ...from, away: 0 },
      End: { ...from, away: goals.length - 1 },
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLElement>(`[data-score="${keyOf(to)}"]`)?.focus();
  };
  return (
    <div className={styles.map}>
      <span className={styles.away} aria-hidden="true">
        {t('risk.homeGoals', { team: nameOfTeam(away) })} →
      </span>
      <span className={styles.home} aria-hidden="true">
        {t('risk.homeGoals', { team: nameOfTeam(home) })} →
      </span>
      <table ref={grid} className={styles.grid} aria-label={t('risk.heat')}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.hidden}>{t('risk.homeGoals', { team: nameOfTeam(home) })}</span>
            </th>
            {goals.map((goal) => (
              <th key={goal} scope="col">
                <span className={styles.hidden}>{t('risk.homeGoals', { team: nameOfTeam(away) })}</span>{' '}
                {goal}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {goals.map((homeGoals) => (
            <tr key={homeGoals}>
              <th scope="row">{homeGoals}</th>
              {goals.map((awayGoals) => {
                const place = { home: homeGoals, away: awayGoals };
                const key = keyOf(place);
                const cell = cells.get(key);
                if (cell === undefined) return <Gone key={key} score={scoreText(place)} />;
                return (
                  <td key={key}>
                    <button
                      type="button"
                      className={styles.cell}
                      data-score={key}
                      data-level={levelOf(Number(cell.worst), step)}
                      data-now={key === now}
                      tabIndex={key === stop ? 0 : -1}
                      onFocus={() => {
                        setAt(key);
                        setRead(cell);
                      }}
                      onPointerEnter={() => setRead(cell)}
                      onKeyDown={(event) => move(event, place)}
                    >
                      <span className={styles.hidden}>
                        {textOf(cell) + (key === now ? bracketed(t('risk.now'), currentLan()) : '')}
                      </span>
                      <Amounts of={cell} step={step} />
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.readout} aria-hidden="true">
        {shown === undefined ? t('risk.choose') : textOf(shown)}
      </p>
    </div>
  );
};

/** A score the match has passed. */
const Gone = ({ score }: { score: string }) => {
  const t = useT();
  return (
    <td className={styles.gone}>
      <span className={styles.hidden}>
        {score}: {t('risk.gone')}
      </span>
    </td>
  );
};

/** What a cell shows: the worst, and below it the best where it is another. */
const Amounts = ({ of, step }: { of: Cell; step: number }) => {
  const { signed } = useFormats();
  const { compact } = useDayFormats();
  // Beyond a million there is no room for every digit; the line below has them all.
  const short = (amount: string): string =>
    Math.abs(Number(amount)) < 1_000_000 ? signed(wholeOf(amount)) : compact(Number(amount));
  return (
    <span className={styles.amounts} aria-hidden="true">
      <strong>{short(of.worst)}</strong>
      {of.best !== of.worst && (
        <span className={styles.best} data-level={levelOf(Number(of.best), step)}>
          {short(of.best)}
        </span>
      )}
    </span>
  );
};

/** What the colours mean, from the largest loss to gains. */
export const HeatLegend = ({ step }: { step: number }) => {
  const t = useT();
  const { currency, money } = useFormats();
  const { compact } = useDayFormats();
  const levels = Array.from({ length: lossSteps + gainSteps + 1 }, (_, at) => at - lossSteps);
  return (
    <div className={styles.legend}>
      <span>{t('risk.loss')}</span>
      <ol className={styles.scale} aria-hidden="true">
        {levels.map((level) => (
          <li key={level} className={styles.swatch} data-level={level}>
            {level === 0 ? '0' : `${level < 0 ? '−' : '+'}${compact(Math.abs(level) * step)}`}
          </li>
        ))}
      </ol>
      <span>{t('risk.gain')}</span>
      <span className={styles.step}>{t('risk.step', { amount: money(String(step)), currency })}</span>
    </div>
  );
};
