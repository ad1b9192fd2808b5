import { useState } from 'react';
import type { Market } from '@touchline/contract/shapes/football';
import { teamName } from '@touchline/locales/team-names';
import { legLineOf } from '@touchline/football/leg-line';
import { recordOf } from '@touchline/football/markets';
import { currentLan, useT } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { handicapText, marketName, totalLineText } from '../labels/selection-name.ts';
import { PriceButton } from '../odds-button/price-button.tsx';
import type { PricedMatch } from '../odds-button/put-in-slip.ts';
import styles from './markets.module.css';
import { MarketCard, type Fold } from './market-card.tsx';
import { byLine, nearestLines } from './market-groups.ts';

type Props = Fold & {
  match: PricedMatch;
  lines: readonly Market[];
  /** Only the lines nearest to even money at first; all of them unless given. */
  few?: number | undefined;
  note?: string | undefined;
};

/** A market with lines: a row per line, over and under or both sides with their own handicap. */
export const LadderMarket = ({ match, lines, few, note, ...fold }: Props) => {
  const t = useT();
  const [showsAll, setShowsAll] = useState(false);
  const [first] = lines;
  if (first === undefined) return null;
  const isHandicap = recordOf(first.market)?.card === 'handicap';
  const shown = byLine(few === undefined || showsAll ? lines : nearestLines(lines, few));
  return (
    <MarketCard match={match} title={marketName(first.market)} lines={lines} {...fold} note={note}>
      <div className={styles.table} data-sides={isHandicap}>
        {isHandicap ? <Sides match={match} /> : <OverUnder />}
        {shown.map((market) =>
          isHandicap ? (
            <HandicapRow key={market.line} match={match} market={market} />
          ) : (
            <TotalRow key={market.line} match={match} market={market} />
          ),
        )}
      </div>
      {few !== undefined && lines.length > few && (
        <Button tone="plain" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('event.fewLines') : t('event.allLines', { count: lines.length })}
        </Button>
      )}
    </MarketCard>
  );
};

const OverUnder = () => {
  const t = useT();
  return (
    <div className={styles.ladderMarketHead} aria-hidden="true">
      <span>{t('event.line')}</span>
      <span>{t('event.over')}</span>
      <span>{t('event.under')}</span>
    </div>
  );
};

const Sides = ({ match }: { match: PricedMatch }) => (
  <div className={styles.ladderMarketHead} aria-hidden="true">
    <span>{teamName(match.home, currentLan())}</span>
    <span>{teamName(match.away, currentLan())}</span>
  </div>
);

const TotalRow = ({ match, market }: { match: PricedMatch; market: Market }) => (
  <div className={styles.row}>
    <bdi dir="ltr" className={`figures ${styles.ladderMarketLine}`} aria-hidden="true">
      {totalLineText(market.line ?? '')}
    </bdi>
    {market.selections.map((selection) => (
      <PriceButton key={selection.selection} match={match} market={market} selection={selection} />
    ))}
  </div>
);

const HandicapRow = ({ match, market }: { match: PricedMatch; market: Market }) => (
  <div className={styles.row}>
    {market.selections.map((selection) => (
      <PriceButton key={selection.selection} match={match} market={market} selection={selection}>
        <bdi dir="ltr" className={`figures ${styles.ladderMarketLine}`}>
          {handicapText(legLineOf(market.market, selection.selection, market.line) ?? '')}
        </bdi>
      </PriceButton>
    ))}
  </div>
);
