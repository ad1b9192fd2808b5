import type { Market } from '@touchline/contract/shapes/football';
import { teamName } from '@touchline/locales/team-names';
import { type KeyboardEvent, useRef, useState } from 'react';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useStore } from '../../lib/use-store.ts';
import { Across } from '../../ui/across.tsx';
import { GridAxes } from '../../ui/grid-axes.tsx';
import { compactOddsText, oddsFormatStore } from '../labels/odds-text.ts';
import { PriceButton } from '../odds-button/price-button.tsx';
import type { PricedMatch } from '../odds-button/put-in-slip.ts';
import { layOutGrid, stepInGrid } from './grid-layout.ts';
import { ScoreCell } from './score-cell.tsx';
import styles from './score-grid.module.css';

const names = ['other', 'other_home', 'other_draw', 'other_away'] as const;

/** The selections below the grid: "Any other home win". */
const OtherName = ({ selection }: { selection: string }) => {
  const t = useT();
  const name = names.find((known) => known === selection);
  return name === undefined ? selection : t(`selection.${name}`);
};

/** The number of signs of a price that fit a cell in figures of the usual size. */
const fittingText = 5;

type Props = { match: PricedMatch; market: Market };

/** Correct score as a grid one touches: goals of the home side down, of the away side across, shaded by chance. */
export const ScoreGrid = ({ match, market }: Props) => {
  const t = useT();
  const lan = currentLan();
  const { goals, rows, others } = layOutGrid(market.selections);
  const [home, away] = [teamName(match.home, lan), teamName(match.away, lan)];
  const label = t('grid.label', { home, away });
  const display = useStore(oddsFormatStore);
  const small = rows
    .flat()
    .some(
      ({ selection: { odds } = { odds: null } }) =>
        odds !== null && compactOddsText(odds, display).length > fittingText,
    );
  // One stop for Tab; arrow keys move over the grid.
  const [stop, setStop] = useState('0-0');
  const grid = useRef<HTMLTableElement>(null);

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
      <div className={styles.reach}>
        <Across label={label}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys move over it */}
          <table className={`figures ${styles.grid}`} role="grid" aria-label={label} ref={grid}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">{home}</span>
                </th>
                {goals.map((count) => (
                  <th key={count} scope="col" aria-label={`${away} ${count}`}>
                    {count}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, homeGoals) => (
                // oxlint-disable-next-line react/no-array-index-key -- the index is the number of goals
                <tr key={homeGoals}>
                  <th scope="row" aria-label={`${home} ${homeGoals}`}>
                    {homeGoals}
                  </th>
                  {row.map((cell) => (
                    <td key={`${cell.home}-${cell.away}`}>
                      <ScoreCell
                        cell={cell}
                        match={match}
                        market={market}
                        small={small}
                        isStop={stop === `${cell.home}-${cell.away}`}
                        onFocus={() => setStop(`${cell.home}-${cell.away}`)}
                        onKeyDown={(event) => onKeyDown(event, cell)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Across>
      </div>
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
