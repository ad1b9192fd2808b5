import { memo } from 'react';
import type { EventDetail, Market } from '@touchline/contract/shapes/football';
import { legLineOf } from '@touchline/football/leg-line';
import type { MarketGroup } from '@touchline/football/market';
import { oddsFormats } from '@touchline/money/odds-display';
import { ChipRow } from '../../features/filters/chip-row.tsx';
import { SearchField } from '../../features/filters/search-field.tsx';
import { marketName, selectionName } from '../../features/labels/selection-name.ts';
import { isInPlay, isOver } from '../../features/live/event-patch.ts';
import { groupsOf, marketGroups, matching, setsOf, setsUnder } from '../../features/markets/market-groups.ts';
import { useT } from '../../state/i18n.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EventMarketSets } from './event-market-sets.tsx';
import { useStore } from '../../state/use-store.ts';
import { SelectBox } from '../../ui/select-box.tsx';
import { oddsFormatStore } from '../../features/labels/odds-text.ts';
import styles from './event-markets.module.css';

const isGroup = (value: unknown): value is MarketGroup => marketGroups.some((group) => group === value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isBettable = ({ state }: Market): boolean => state === 'open' || state === 'suspended';

/** The markets of a match in groups, with a search over all of them; a match that is over has none. */
export const EventMarkets = memo(function EventMarkets({ event }: { event: EventDetail }) {
  const t = useT();
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
  return (
    <>
      <div className={styles.tools}>
        <SearchField value={query} placeholder={t('event.search')} onChange={setQuery} />
        <OddsSelect />
      </div>
      {!isSearching && (
        <div className={styles.groups} data-sticks data-live={isInPlay(event.state)}>
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
        </div>
      )}
      {sets.length === 0 && (
        <EmptyState icon="search" title={t('event.noMatch')} hint={t('event.noMatchHint')} />
      )}
      <EventMarketSets event={event} sets={sets} group={isSearching ? undefined : group} />
    </>
  );
});

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
