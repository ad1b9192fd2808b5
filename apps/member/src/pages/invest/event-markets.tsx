import { memo, type ReactNode, useState } from 'react';
import type { EventDetail, Market } from '@touchline/contract/shapes/football';
import { legLineOf } from '@touchline/football/leg-line';
import type { MarketGroup } from '@touchline/football/market';
import { oddsFormats } from '@touchline/money/odds-display';
import { formatMoney, formatPercent } from '@touchline/locales/format';
import { formatAmount, parseAmount } from '@touchline/money/amount';
import { parseOdds } from '@touchline/money/odds';
import { potential } from '@touchline/money/payout';
import { BuilderSwitch } from '../../features/builder/builder-switch.tsx';
import type { DraftStore } from '../../features/builder/draft-store.ts';
import { ChipRow } from '../../features/filters/chip-row.tsx';
import { SearchField } from '../../features/filters/search-field.tsx';
import { marketName, selectionName, resultName } from '../../features/labels/selection-name.ts';
import { isInPlay, isOver } from '../../features/live/event-patch.ts';
import { groupsOf, marketGroups, matching, setsOf, setsUnder } from '../../features/markets/market-groups.ts';
import { useT, currentLan } from '../../lib/i18n.tsx';
import { useHasRoom } from '../../lib/screen.ts';
import { usePageState } from '../../lib/page-memory.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/button.tsx';
import { EventMarketSets } from './event-market-sets.tsx';
import { useStore } from '../../lib/use-store.ts';
import { SelectBox } from '../../ui/select-box.tsx';
import { oddsFormatStore, useOddsText } from '../../features/labels/odds-text.ts';
import styles from './invest.module.css';
import { isolated } from '../../features/labels/bidi.ts';
import { useScale } from '../../features/labels/use-scale.ts';
import { Card } from '../../ui/card.tsx';
import { Figure, FigureRow, FigureTable } from '../../ui/figure-table.tsx';

const isGroup = (value: unknown): value is MarketGroup => marketGroups.some((group) => group === value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isBettable = ({ state }: Market): boolean => state === 'open' || state === 'suspended';

type Props = {
  event: EventDetail;
  /** The bet that can be put together on this match; undefined while none can. */
  builder: DraftStore | undefined;
};

/**
 * The markets of a match in groups, with a search over all of them; a match that is over has none. On a phone the first market
 * follows the groups at once: the search opens in their row, and the other tools are below the first market.
 */
export const EventMarkets = memo(function EventMarkets({ event, builder }: Props) {
  const t = useT();
  const hasRoom = useHasRoom();
  const [wanted, setWanted] = usePageState<MarketGroup>('market group', 'main', { accepts: isGroup });
  const [query, setQuery] = usePageState('market search', '', { accepts: isText });
  if (isOver(event.state)) return null;
  const markets = event.markets.filter(isBettable);
  const groups = groupsOf(markets);
  const group = groups.find((each) => each.group === wanted)?.group ?? groups[0]?.group;
  if (group === undefined) {
    return <EmptyState icon="lock" title={t('event.noMarkets')} hint={t('event.noMarketsHint')} />;
  }
  const isSearching = query.trim() !== '';
  const sets = isSearching
    ? setsOf(matching(markets, query, (market) => namesOf(event, market)))
    : setsUnder(markets, group);
  const chips = (
    <ChipRow
      label={t('event.chips')}
      options={groups.map(({ group: value, count }) => ({
        value,
        label: t(`event.group.${value}`),
        count: String(count),
      }))}
      value={group}
      onChange={setWanted}
    />
  );
  const isLive = isInPlay(event.state);
  return (
    <>
      {hasRoom ? (
        <>
          <div className={styles.tools}>
            <SearchField value={query} placeholder={t('event.search')} onChange={setQuery} />
            <Tools builder={builder} />
          </div>
          {!isSearching && (
            <div className={styles.groups} data-sticks data-live={isLive}>
              {chips}
            </div>
          )}
        </>
      ) : (
        <SearchableGroups query={query} onSearch={setQuery} chips={chips} isLive={isLive} />
      )}
      {sets.length === 0 && (
        <EmptyState icon="search" title={t('event.noMatch')} hint={t('event.noMatchHint')} />
      )}
      <EventMarketSets
        event={event}
        sets={sets}
        group={isSearching ? undefined : group}
        afterFirst={
          <>
            {!hasRoom && <Tools builder={builder} />}
            {!isSearching && group === 'main' && <EventReturns event={event} />}
          </>
        }
      />
    </>
  );
});

type GroupsProps = { query: string; onSearch: (query: string) => void; chips: ReactNode; isLive: boolean };

/** The groups of a phone, whose row becomes the search field when the search is opened. */
const SearchableGroups = ({ query, onSearch, chips, isLive }: GroupsProps) => {
  const t = useT();
  const [isOpen, setOpen] = useState(query !== '');
  const close = (): void => {
    onSearch('');
    setOpen(false);
  };
  return (
    <div className={styles.groups} data-sticks data-live={isLive}>
      <div className={styles.eventMarketsLine}>
        {isOpen ? (
          <>
            <div className={styles.search}>
              <SearchField value={query} placeholder={t('event.search')} takesFocus onChange={onSearch} />
            </div>
            <IconButton label={t('common.close')} icon={{ name: 'cross' }} onClick={close} />
          </>
        ) : (
          <>
            <div className={styles.chips}>{chips}</div>
            <IconButton label={t('event.search')} icon={{ name: 'search' }} onClick={() => setOpen(true)} />
          </>
        )}
      </div>
    </div>
  );
};

/** The switch of the bet builder, and the format of prices. */
const Tools = ({ builder }: { builder: DraftStore | undefined }) => (
  <div className={styles.options}>
    {builder !== undefined && <BuilderSwitch store={builder} />}
    <OddsSelect />
  </div>
);

/** What a market can be found by: its own name and those of its selections. */
const namesOf = (event: EventDetail, { market, line, selections }: Market): string[] => [
  marketName(market),
  ...selections.map(({ selection }) => {
    const own = legLineOf(market, selection, line);
    const { home, away } = event;
    return selectionName({ home, away, market, selection, line: own });
  }),
];

/** How prices are written everywhere in the app. */
const OddsSelect = () => {
  const t = useT();
  const format = useStore(oddsFormatStore);
  return (
    <SelectBox
      label={t('odds.title')}
      labelHidden
      value={format}
      options={oddsFormats.map((value) => ({ value, label: t(`odds.${value}`) }))}
      onChange={oddsFormatStore.write}
    />
  );
};

/** The stake whose income is shown, in whole units of the currency. */
const shownStake = '100';

/**
 * The odds of the main market again as a rate of return, and as what a stake of 100 brings in addition to itself. Both are
 * only other ways to write the odds, which stay the boldest figure.
 */
const EventReturns = ({ event }: { event: EventDetail }) => {
  const t = useT();
  const lan = currentLan();
  const scale = useScale();
  const oddsText = useOddsText();
  const { main } = event;
  const stakeMinor = parseAmount(shownStake, scale);
  // The last odds of a match that is over say nothing that a member could still have.
  const isOffered = main?.state === 'open' || main?.state === 'suspended';
  if (main === undefined || !isOffered || stakeMinor === undefined) return null;
  const rows = main.selections.flatMap(({ selection, odds, rateOfReturn }) => {
    const oddsMilli = odds === null ? undefined : parseOdds(odds);
    if (odds === null || rateOfReturn === null || oddsMilli === undefined) return [];
    const income = formatAmount(potential(stakeMinor, [oddsMilli]) - stakeMinor, scale);
    return [{ selection, odds, rateOfReturn, income }];
  });
  if (rows.length === 0) return null;
  const stake = isolated(formatMoney(formatAmount(stakeMinor, scale), { lan }));
  return (
    <Card>
      <FigureTable
        small
        label={t('odds.rate')}
        columns={[
          marketName(main.market),
          t('record.odds'),
          t('odds.rate'),
          t('event.incomeFor', { amount: stake }),
        ]}
      >
        {rows.map(({ selection, odds, rateOfReturn, income }) => (
          <FigureRow key={selection} head={<bdi>{resultName(selection, event)}</bdi>}>
            <td>
              <Figure strong>{oddsText(odds)}</Figure>
            </td>
            <td>
              <Figure>{formatPercent(rateOfReturn, { lan })}</Figure>
            </td>
            <td>
              <Figure>{formatMoney(income, { lan })}</Figure>
            </td>
          </FigureRow>
        ))}
      </FigureTable>
    </Card>
  );
};
