import { type KeyboardEvent, useRef, useState } from 'react';
import { teamName } from '@touchline/locales/team-names';
import type { Market } from '@touchline/contract/shapes/football';
import { currentLan, useT } from '../../shell/i18n.tsx';
import { GridAxes } from '../../ui/grid-axes.tsx';
import { PriceButton } from '../odds-button/price-button.tsx';
import type { PricedMatch } from '../odds-button/put-in-slip.ts';
import { layOutGrid, stepInGrid } from './grid-layout.ts';
import { OtherName } from './other-name.tsx';
import { ScoreCell } from './score-cell.tsx';
import styles from './score-grid.module.css';

type Props = { match: PricedMatch; market: Market };

/** Correct score as a grid one touches: goals of the home side down, of the away side across, shaded by chance. */
export const ScoreGrid = ({ match, market }: Props) => {
  const t = useT();
  const lan = currentLan();
  const { goals, rows, others } = layOutGrid(market.selections);
  const [home, away] = [teamName(match.home, lan), teamName(match.away, lan)];
  // One stop for Tab; arrow keys move over the grid.
  const [stop, setStop] = useState('0-0');
  const grid = useRef<HTMLFieldSetElement>(null);

  const onKeyDown = (event: KeyboardEvent, from: { home: number; away: number }) => {
    const mirrored = document.documentElement.dir === 'rtl';
    const to = stepInGrid(from, event.key, { size: goals.length, mirrored });
    if (to === undefined) return;
    event.preventDefault();
    grid.current?.querySelector<HTMLElement>(`[data-score="${to.home}-${to.away}"]`)?.focus();
  };

  return (
    <div className={styles.wrap}>
      <GridAxes down={t('grid.goals', { team: home })} across={t('grid.goals', { team: away })} />
      <fieldset className={`figures ${styles.grid}`} data-size={goals.length} ref={grid}>
        <legend className="visually-hidden">{t('grid.label', { home, away })}</legend>
        <span aria-hidden="true" />
        {goals.map((count) => (
          <span key={count} className={styles.goals} aria-hidden="true">
            {count}
          </span>
        ))}
        {rows.map((row, homeGoals) => [
          // oxlint-disable-next-line react/no-array-index-key -- the index is the number of goals
          <span key={`goals ${homeGoals}`} className={styles.goals} aria-hidden="true">
            {homeGoals}
          </span>,
          ...row.map((cell) => (
            <ScoreCell
              key={`${cell.home}-${cell.away}`}
              cell={cell}
              match={match}
              market={market}
              isStop={stop === `${cell.home}-${cell.away}`}
              onFocus={() => setStop(`${cell.home}-${cell.away}`)}
              onKeyDown={(event) => onKeyDown(event, cell)}
            />
          )),
        ])}
      </fieldset>
      {others.length > 0 && (
        <div className={styles.others} data-count={others.length}>
          {others.map((other) => (
            <PriceButton key={other.selection} match={match} market={market} selection={other} stacked>
              <OtherName selection={other.selection} />
            </PriceButton>
          ))}
        </div>
      )}
    </div>
  );
};
