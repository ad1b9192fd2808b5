import type { Market, Team } from '@touchline/contract/shapes/football';
import { marketOf } from '@touchline/football/markets';
import { useState } from 'react';
import { teamName } from '@touchline/locales/team-names';
import { legLineOf } from '@touchline/football/leg-line';
import { translate, currentLan, useT } from '../../lib/i18n.tsx';
import {
  marketName,
  resultName,
  selectionName,
  handicapText,
  totalLineText,
} from '../labels/selection-name.ts';
import { PriceButton } from '../odds-button/price-button.tsx';
import type { PricedMatch } from '../odds-button/put-in-slip.ts';
import styles from './markets.module.css';
import { MarketCard, type CardFold } from './market-card.tsx';
import { Button } from '../../ui/button.tsx';
import { byLine, nearestLines } from './market-groups.ts';
import { GridAxes } from '../../ui/grid-axes.tsx';
import { useStore } from '../../lib/use-store.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { oddsFormatStore } from '../labels/odds-text.ts';
import { ScoreGrid } from '../score-grid/score-grid.tsx';

type Props = CardFold & { match: PricedMatch; market: Market };

/** Two or three selections next to each other. */
export const ChoiceMarket = ({ match, market, ...fold }: Props) => (
  <MarketCard match={match} title={marketName(market.market)} lines={[market]} {...fold}>
    <div className={styles.prices} data-count={market.selections.length}>
      {market.selections.map((selection) => (
        <PriceButton key={selection.selection} match={match} market={market} selection={selection} stacked>
          {labelOf(market.market, selection.selection, match)}
        </PriceButton>
      ))}
    </div>
  </MarketCard>
);

/** Selections that a word names below the name of their market. */
const words = ['yes', 'no', 'odd', 'even'] as const;

/** A selection below the name of its market: "Brazil", "Yes". */
const labelOf = (market: string, selection: string, match: PricedMatch): string => {
  const wording = marketOf(market)?.wording;
  if (wording === 'winner' || wording === 'team') return resultName(selection, match);
  const word = words.find((known) => known === selection);
  return word === undefined ? selectionName({ ...match, market, selection }) : translate(`selection.${word}`);
};

type LadderMarketProps = CardFold & {
  match: PricedMatch;
  lines: readonly Market[];
  /** Only the lines nearest to even money at first; all of them unless given. */
  few?: number | undefined;
  note?: string | undefined;
};

/** A market with lines: a row per line, over and under or both sides with their own handicap. */
export const LadderMarket = ({ match, lines, few, note, ...fold }: LadderMarketProps) => {
  const t = useT();
  const [showsAll, setShowsAll] = useState(false);
  const [first] = lines;
  if (first === undefined) return null;
  const isHandicap = marketOf(first.market)?.card === 'handicap';
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

const results = ['1', 'X', '2'] as const;

type HalfFullMarketProps = CardFold & { match: PricedMatch; market: Market };

/** Half time and full time as a grid: who leads at the break down, who wins across. */
export const HalfFullMarket = ({ match, market, ...fold }: HalfFullMarketProps) => {
  const t = useT();
  const priceOf = (half: string, full: string) =>
    market.selections.find(({ selection }) => selection === `${half}/${full}`);
  return (
    <MarketCard match={match} title={marketName(market.market)} lines={[market]} {...fold}>
      <GridAxes down={t('event.atHalf')} across={t('event.atFull')} />
      <div className={styles.grid}>
        <span aria-hidden="true" />
        {results.map((full) => (
          <Side key={full} result={full} match={match} />
        ))}
        {results.map((half) => [
          <Side key={half} result={half} match={match} />,
          ...results.map((full) => {
            const selection = priceOf(half, full);
            return selection === undefined ? (
              <span key={full} />
            ) : (
              <PriceButton key={full} match={match} market={market} selection={selection} />
            );
          }),
        ])}
      </div>
    </MarketCard>
  );
};

/** A result at the edge of the grid: the team's letters, or the draw. */
const Side = ({ result, match }: { result: string; match: PricedMatch }) => {
  const t = useT();
  const team: Team = result === '1' ? match.home : match.away;
  return (
    <span className={styles.side} aria-hidden="true">
      {result === 'X' ? t('selection.draw') : team.short}
    </span>
  );
};

type Period = 'ft' | 'ht';
type ScoreMarketProps = CardFold & { match: PricedMatch; full: Market | undefined; half: Market | undefined };

/** The correct-score grid, with a switch where both periods are offered. */
export const ScoreMarket = ({ match, full, half, ...fold }: ScoreMarketProps) => {
  const t = useT();
  const [wanted, setWanted] = useState<Period>('ft');
  const market = (wanted === 'ht' ? half : full) ?? full ?? half;
  // The cells have no room for the sign.
  const unit = useStore(oddsFormatStore) === 'rate' ? `${t('odds.rate')} (%) · ` : '';
  if (market === undefined) return null;
  return (
    <MarketCard
      title={marketName((full ?? market).market)}
      match={match}
      lines={[market]}
      {...fold}
      note={unit + t('event.shade')}
      aside={
        full !== undefined &&
        half !== undefined && (
          <div className={styles.switch}>
            <Segmented<Period>
              label={marketName(full.market)}
              value={market === half ? 'ht' : 'ft'}
              options={[
                { value: 'ft', label: t('event.fullTime') },
                { value: 'ht', label: t('event.firstHalf') },
              ]}
              onChange={setWanted}
            />
          </div>
        )
      }
    >
      <ScoreGrid key={market.market} match={match} market={market} />
    </MarketCard>
  );
};
