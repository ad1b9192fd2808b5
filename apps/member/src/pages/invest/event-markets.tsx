import type { EventDetail, Market } from '@touchline/contract/shapes/football';
import { ChipRow } from '../../features/filters/chip-row.tsx';
import { isOver } from '../../features/live/event-patch.ts';
import { chips, chipsOf, nearestLines, marketsUnder, type Chip } from '../../features/markets/chips.ts';
import { OddsSwitch } from '../../features/markets/odds-switch.tsx';
import { ResultMarket } from '../../features/markets/result-market.tsx';
import { ScoreMarket } from '../../features/markets/score-market.tsx';
import { TotalsMarket } from '../../features/markets/totals-market.tsx';
import { useT } from '../../shell/i18n.tsx';
import { usePageState } from '../../shell/page-memory.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

const isChip = (value: unknown): value is Chip => chips.some((chip) => chip === value);
/** Lines of a total shown under "main"; the others have their own chip. */
const mainLines = 3;
const isBettable = ({ state }: Market): boolean => state === 'open' || state === 'suspended';

/** The markets of a match under chips; those decided or closed make room, and a finished match has none. */
export const EventMarkets = ({ event }: { event: EventDetail }) => {
  const t = useT();
  const [wanted, setWanted] = usePageState<Chip>('market chip', 'main', { accepts: isChip });
  if (isOver(event.state)) return null;
  const markets = event.markets.filter(isBettable);
  const offered = chipsOf(markets);
  const chip = offered.includes(wanted) ? wanted : offered[0];
  if (chip === undefined) {
    return <EmptyState icon="lock" title={t('event.noMarkets')} hint={t('event.noMarketsHint')} />;
  }
  return (
    <>
      <ChipRow
        label={t('event.chips')}
        options={offered.map((value) => ({ value, label: t(`event.chip.${value}`) }))}
        value={chip}
        onChange={setWanted}
      />
      <Under event={event} markets={marketsUnder(markets, chip)} chip={chip} />
      <OddsSwitch />
    </>
  );
};

const Under = ({ event, markets, chip }: { event: EventDetail; markets: readonly Market[]; chip: Chip }) => {
  const named = (name: string) => markets.find(({ market }) => market === name);
  const totals = markets.filter(({ market }) => market === 'over_under');
  return (
    <>
      {markets
        .filter(({ market }) => market === '1x2' || market === 'ht_1x2')
        .map((market) => (
          <ResultMarket key={market.market} match={event} market={market} />
        ))}
      <TotalsMarket match={event} lines={chip === 'main' ? nearestLines(totals, mainLines) : totals} />
      <ScoreMarket match={event} full={named('correct_score')} half={named('ht_correct_score')} />
    </>
  );
};
