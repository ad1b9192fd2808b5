import type { Market, Selection } from '@touchline/contract/shapes/football';
import { teamName } from '@touchline/locales/team-names';
import { type KeyboardEvent, useRef, useState, type CSSProperties } from 'react';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { useStore } from '../../lib/use-store.ts';
import { Across } from '../../ui/figure-table.tsx';
import { GridAxes } from '../../ui/grid-axes.tsx';
import { compactOddsText, oddsFormatStore } from '../labels/odds-text.ts';
import { PriceButton } from '../odds-button/price-button.tsx';
import { type PricedMatch, pickOf, tapPrice } from '../odds-button/put-in-slip.ts';
import { layOutGrid, stepInGrid, type Cell } from './grid-layout.ts';
import styles from './score-grid.module.css';
import { Icon } from '../../ui/icon.tsx';
import { scoreText } from '../labels/match-name.ts';
import { usePick } from '../odds-button/pick-target.ts';
import { useRestriction } from '../play/use-restriction.ts';

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

type ScoreCellProps = {
  cell: Cell;
  match: PricedMatch;
  market: Market;
  isStop: boolean;
  /** Smaller figures, where a price of the grid would not fit otherwise. */
  small: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** Strongest shade, percent of the accent: the price on it still reads well. */
const fullShade = 46;

/** One score of the grid with its price. */
const ScoreCell = ({ cell, match, market, isStop, small, onFocus, onKeyDown }: ScoreCellProps) => {
  const t = useT();
  const display = useStore(oddsFormatStore);
  const name = scoreText(cell);
  const selection: Selection = cell.selection ?? missing(cell);
  const pick = pickOf(match, market, selection);
  const { target, isPicked, trouble, mark } = usePick(pick);
  const isPaused = useRestriction() !== undefined;
  const { odds } = selection;
  const isOpen = market.state === 'open' && odds !== null;
  const text = odds === null ? '' : compactOddsText(odds, display);
  const unit = display === 'rate' ? '%' : '';
  const label = (): string => {
    if (!isOpen) return t('grid.notOffered', { score: name });
    return [name, `${text}${unit}`, trouble].filter((part) => part !== undefined).join(', ');
  };
  const shade: CSSProperties & { '--shade': string } = {
    '--shade': `${(cell.heat * fullShade).toFixed(1)}%`,
  };
  return (
    <button
      type="button"
      className={styles.cell}
      style={shade}
      data-score={`${cell.home}-${cell.away}`}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isPicked}
      aria-disabled={!isOpen || isPaused}
      data-trouble={trouble !== undefined || undefined}
      data-mark={mark}
      aria-label={label()}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={() => {
        if (isOpen) tapPrice(target, { match, market, selection });
      }}
    >
      {isOpen && (
        <bdi dir="ltr" data-long={small}>
          {text}
        </bdi>
      )}
      {isOpen && mark !== undefined && <Icon name={mark} size="small" />}
      {!isOpen && (market.state === 'suspended' ? <Icon name="lock" size="small" /> : '–')}
    </button>
  );
};

const missing = ({ home, away }: Cell): Selection => ({
  selection: `${home}-${away}`,
  odds: null,
  rateOfReturn: null,
  breakEven: null,
  move: 0,
});
