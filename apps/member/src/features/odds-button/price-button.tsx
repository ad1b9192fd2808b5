import type { Market, Selection } from '@touchline/contract/shapes/football';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useOddsText } from '../labels/odds-text.ts';
import { selectionName } from '../labels/selection-name.ts';
import { softened } from '../labels/softened.ts';
import { useRestriction } from '../play/use-restriction.ts';
import { usePick } from './pick-target.ts';
import { pickOf, type PricedMatch, tapPrice } from './put-in-slip.ts';
import styles from './odds-button.module.css';

/** The tick next to a price that moved, which fades. Its meaning is in the label of the button. */
const Move = ({ move }: { move: number }) => {
  if (move === 0) return null;
  return (
    <svg className={styles.tick} data-move={move} viewBox="0 0 8 6" aria-hidden="true">
      <path d={move > 0 ? 'M4 0l4 6H0z' : 'M4 6l4-6H0z'} fill="currentColor" />
    </svg>
  );
};

type Props = {
  match: PricedMatch;
  market: Market;
  selection: Selection;
  /** The label next to the price: "1", "Any other draw"; none where a column says it. */
  children?: ReactNode;
  /** Puts the label over the price, for labels of several words; `narrow` for short ones over a price as wide as the button. */
  stacked?: boolean | 'narrow';
};

/** One price: a tap puts it in the slip or the bet builder, another takes it out. Without a price it shows a lock and is disabled. */
export const PriceButton = ({ match, market, selection, children, stacked = false }: Props) => {
  const t = useT();
  const oddsText = useOddsText();
  const pick = pickOf(match, market, selection);
  const { target, isPicked, trouble, mark } = usePick(pick);
  const { odds, move } = selection;
  const isPaused = useRestriction() !== undefined;
  const isOpen = market.state === 'open' && odds !== null;
  const name = selectionName(pick);
  const label = children !== undefined && (
    <span className={styles.label} aria-hidden="true">
      {typeof children === 'string' ? softened(children) : children}
    </span>
  );

  if (!isOpen) {
    const why =
      market.state === 'open' || market.state === 'suspended' ? t('event.suspended') : t('event.closed');
    return (
      <button
        type="button"
        className={styles.price}
        data-stacked={stacked !== false}
        data-ticks={stacked === 'narrow' ? 'above' : undefined}
        disabled
      >
        {label}
        <span className="visually-hidden">
          {name}, {why}
        </span>
        <Icon name="lock" size="small" />
      </button>
    );
  }
  return (
    <button
      type="button"
      className={styles.price}
      data-stacked={stacked !== false}
      data-ticks={stacked === 'narrow' ? 'above' : undefined}
      aria-pressed={isPicked}
      data-trouble={trouble !== undefined || undefined}
      data-mark={mark}
      disabled={isPaused}
      onClick={() => tapPrice(target, { match, market, selection })}
    >
      {label}
      <span className="visually-hidden">{name}, </span>
      {/* Each move is shown for a while: another price is another element. */}
      <span key={odds} className={`figures ${styles.odds}`} data-move={move}>
        <bdi dir="ltr">{oddsText(odds)}</bdi>
        <Move move={move} />
      </span>
      {move !== 0 && (
        <span className="visually-hidden">, {move > 0 ? t('event.rose') : t('event.fell')}</span>
      )}
      {trouble !== undefined && <span className="visually-hidden">, {trouble}</span>}
      {mark !== undefined && <Icon name={mark} size="small" />}
    </button>
  );
};
