import type { CSSProperties, KeyboardEvent } from 'react';
import type { Market, Selection } from '@touchline/contract/shapes/football';
import { useT } from '../../lib/i18n.tsx';
import { useStore } from '../../lib/use-store.ts';
import { Icon } from '../../ui/icon.tsx';
import { scoreText } from '../labels/score-text.ts';
import { compactOddsText, oddsFormatStore } from '../labels/odds-text.ts';
import { usePick } from '../odds-button/pick-target.ts';
import { pickOf, type PricedMatch, tapPrice } from '../odds-button/put-in-slip.ts';
import { useRestriction } from '../play/use-restriction.ts';
import type { Cell } from './grid-layout.ts';
import styles from './score-grid.module.css';

type Props = {
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
export const ScoreCell = ({ cell, match, market, isStop, small, onFocus, onKeyDown }: Props) => {
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
