import type { Bet, Leg } from '@touchline/contract/shapes/bet';
import { coverName } from '@touchline/money/system-names';
import { translate as t } from '../../lib/i18n.tsx';
import { useOddsText } from './odds-text.ts';
import { PartLines } from './part-lines.tsx';
import { selectionName, textUnder } from './selection-name.ts';
import styles from './labels.module.css';

/** The legs of a bet in words; with their odds where there are several. */
export const LegLines = ({ legs, withOdds }: { legs: readonly Leg[]; withOdds: boolean }) => {
  const oddsText = useOddsText();
  return (
    <ul className={styles.legs}>
      {legs.map((leg) => (
        <li key={[leg.event, leg.market, leg.line, leg.selection].join(' ')} className={styles.leg}>
          <div className={styles.what}>
            <p className={styles.selection}>{selectionName(leg)}</p>
            <p className={styles.match}>{textUnder(leg)}</p>
            <PartLines leg={leg} />
          </div>
          {withOdds && (
            <bdi dir="ltr" className={`figures ${styles.odds}`}>
              {oddsText(leg.odds)}
            </bdi>
          )}
        </li>
      ))}
    </ul>
  );
};

/** The type of a bet: "Accumulator, 3 legs", "System 2/3, 3 lines", "Trixie · 4 lines"; a single needs no name. */
export const betTitle = ({ type, k, lines, legs }: Pick<Bet, 'type' | 'k' | 'lines' | 'legs'>): string => {
  const n = legs.length;
  const name = coverName(k, n);
  if (name !== undefined) return `${name} · ${t('slip.lines', { count: lines })}`;
  if (type === 'system') return t('bet.system', { k: k ?? 1, n, lines });
  return t('bet.accumulator', { count: legs.length });
};
