import { Suspense, useId, useState, type ReactNode } from 'react';
import type { Market } from '@touchline/contract/shapes/football';
import { formatPercent } from '@touchline/locales/format';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isolated } from '../labels/bidi.ts';
import type { PricedMatch } from '../odds-button/put-in-slip.ts';
import styles from './markets.module.css';
import { widestMargin } from './market-groups.ts';

const MarketInsight = lazyPart(async () => (await import('./market-insight.tsx')).MarketInsight);

/** Whether a market shows only its name, and the way to change that. */
export type CardFold = { isFolded: boolean; onFold: () => void };

type Props = CardFold & {
  match: PricedMatch;
  title: string;
  /** The market shown, or all its lines. */
  lines: readonly Market[];
  /** Shown next to the title. */
  aside?: ReactNode;
  /** A note that members should read before they tap a price. */
  note?: string | undefined;
  children: ReactNode;
};

/**
 * A market with its margin in its head: the bookmaker margin is always shown. A tap on the margin opens
 * what lies behind the prices, a tap on the title folds the market.
 */
export const MarketCard = ({ match, title, lines, aside, note, isFolded, onFold, children }: Props) => {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const percent = formatPercent(widestMargin(lines), { lan: currentLan() });
  return (
    <Card>
      <section className={styles.market}>
        <div className={styles.cardHead}>
          <h2 className={styles.title}>
            <button
              type="button"
              className={styles.fold}
              aria-expanded={!isFolded}
              aria-controls={id}
              onClick={onFold}
            >
              {title}
              <span className={styles.arrow} data-open={!isFolded}>
                <Icon name="down" size="small" />
              </span>
            </button>
          </h2>
          {!isFolded && (
            <button
              type="button"
              className={styles.more}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              <span className="visually-hidden">{t('event.margin', { percent: isolated(percent) })}</span>
              <bdi dir="ltr" className="figures" aria-hidden="true">
                {percent}
              </bdi>
              <Icon name="chart" size="small" />
            </button>
          )}
          {!isFolded && aside}
        </div>
        <div id={id} className={styles.body} hidden={isFolded}>
          {!isFolded && (
            <>
              {children}
              {note !== undefined && <p className={styles.foot}>{note}</p>}
              {isOpen && (
                <Suspense fallback={<Skeleton height={8} />}>
                  <MarketInsight match={match} lines={lines} />
                </Suspense>
              )}
            </>
          )}
        </div>
      </section>
    </Card>
  );
};
