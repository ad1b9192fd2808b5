import type { EventDetail } from '@touchline/contract/shapes/football';
import { isolated } from '../../features/labels/bidi.ts';
import { scoreText } from '../../features/labels/score-text.ts';
import { ChoiceMarket } from '../../features/markets/choice-market.tsx';
import { HalfFullMarket } from '../../features/markets/half-full-market.tsx';
import { LadderMarket } from '../../features/markets/ladder-market.tsx';
import type { MarketGroup, MarketSet } from '../../features/markets/market-groups.ts';
import { ScoreMarket } from '../../features/markets/score-market.tsx';
import { useT } from '../../shell/i18n.tsx';
import { usePageState } from '../../shell/page-memory.ts';
import { useSoonAll } from '../../shell/use-soon-all.ts';

/** Lines shown at first under "main"; the others are a tap away. */
const fewLines = 3;
/** As many markets as a screen holds. */
const fewSets = 2;
const isNames = (value: unknown): value is readonly string[] => Array.isArray(value);

type Props = {
  event: EventDetail;
  sets: readonly MarketSet[];
  /** The group they stand in; undefined for what a search found. */
  group: MarketGroup | undefined;
};

/** Markets, each in the form that suits it. Those folded away stay so on the way back. */
export const EventMarketSets = ({ event, sets, group }: Props) => {
  const [folded, setFolded] = usePageState<readonly string[]>('folded markets', [], { accepts: isNames });
  const count = useSoonAll(fewSets);
  const toggle = (name: string) =>
    setFolded(folded.includes(name) ? folded.filter((known) => known !== name) : [...folded, name]);
  // Both score grids are one card with a switch where they stand together.
  const full = sets.find(({ name }) => name === 'correct_score')?.lines[0];
  return sets
    .filter(({ name }) => name !== 'ht_correct_score' || full === undefined)
    .slice(0, count)
    .map((set) => (
      <OneSet
        key={set.name}
        event={event}
        set={set}
        half={sets.find(({ name }) => name === 'ht_correct_score')?.lines[0]}
        few={group === 'main' ? fewLines : undefined}
        isFolded={folded.includes(set.name)}
        onFold={() => toggle(set.name)}
      />
    ));
};

type OneProps = {
  event: EventDetail;
  set: MarketSet;
  half: MarketSet['lines'][number] | undefined;
  few: number | undefined;
  isFolded: boolean;
  onFold: () => void;
};

const OneSet = ({ event, set: { name, lines }, half, few, ...fold }: OneProps) => {
  const t = useT();
  const [market] = lines;
  if (market === undefined) return null;
  switch (name) {
    case 'over_under':
    case 'ht_over_under':
      return <LadderMarket match={event} lines={lines} few={few} {...fold} />;
    case 'asian_handicap':
    case 'ht_asian_handicap': {
      // In play only the goals to come count, and a member has to know that before the tap.
      const score = event.state === 'scheduled' ? undefined : event.score?.ft;
      const note =
        score === undefined ? undefined : t('event.goalsFromNow', { score: isolated(scoreText(score)) });
      return <LadderMarket match={event} lines={lines} few={few} note={note} {...fold} />;
    }
    case 'correct_score':
      return <ScoreMarket match={event} full={market} half={half} {...fold} />;
    case 'ht_correct_score':
      return <ScoreMarket match={event} full={undefined} half={market} {...fold} />;
    case 'ht_ft':
      return <HalfFullMarket match={event} market={market} {...fold} />;
    case '1x2':
    case 'double_chance':
    case 'draw_no_bet':
    case 'btts':
    case 'odd_even':
    case 'ht_1x2':
    case 'ht_btts':
      return <ChoiceMarket match={event} market={market} {...fold} />;
    default:
      return name satisfies never;
  }
};
