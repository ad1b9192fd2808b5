import type { EventDetail } from '@touchline/contract/shapes/football';
import type { ReactNode } from 'react';
import type { MarketGroup } from '@touchline/football/market';
import { scoreText } from '../../features/labels/match-name.ts';
import {
  ChoiceMarket,
  HalfFullMarket,
  LadderMarket,
  ScoreMarket,
} from '../../features/markets/market-kinds.tsx';
import type { MarketSet } from '../../features/markets/market-groups.ts';
import { Pair } from '../../ui/pair.tsx';
import { useHasRoom } from '../../lib/screen.ts';
import { useT } from '../../lib/i18n.tsx';
import { usePageState } from '../../lib/page-memory.ts';
import { useSoonAll } from '../../features/frame/page.tsx';

/** Lines shown at first under "main"; the others are a tap away. */
const fewLines = 3;
/** As many markets as a screen holds. */
const fewSets = 2;
const isNames = (value: unknown): value is readonly string[] => Array.isArray(value);

type Props = {
  event: EventDetail;
  sets: readonly MarketSet[];
  /** The group of the markets; undefined for what a search found. */
  group: MarketGroup | undefined;
  /** Shown after the first market, or alone where there is none. */
  afterFirst: ReactNode;
};

/** Markets, each in the form that suits it. Those folded away stay so on the way back. */
export const EventMarketSets = ({ event, sets, group, afterFirst }: Props) => {
  const [folded, setFolded] = usePageState<readonly string[]>('folded markets', [], { accepts: isNames });
  const hasRoom = useHasRoom();
  const count = useSoonAll(hasRoom ? 2 * fewSets : fewSets);
  const toggle = (name: string) =>
    setFolded(folded.includes(name) ? folded.filter((known) => known !== name) : [...folded, name]);
  // Both score grids are one card with a switch where both are shown.
  const [full, half] = ['ft', 'ht'].map((period) => sets.find((set) => isScore(set, period))?.lines[0]);
  const card = (set: MarketSet) => (
    <OneSet
      key={set.name}
      event={event}
      set={set}
      half={half}
      few={group === 'main' ? fewLines : undefined}
      isFolded={folded.includes(set.name)}
      onFold={() => toggle(set.name)}
    />
  );
  const shown = sets.filter((set) => !isScore(set, 'ht') || full === undefined).slice(0, count);
  if (!hasRoom || shown.length < 2) {
    return (
      <>
        {shown.slice(0, 1).map(card)}
        {afterFirst}
        {shown.slice(1).map(card)}
      </>
    );
  }
  // Alternately, so that the first markets stay on top and folding one moves no other column.
  const [first, ...more] = shown.filter((_, at) => at % 2 === 0);
  return (
    <Pair beside={shown.filter((_, at) => at % 2 === 1).map(card)}>
      {first !== undefined && card(first)}
      {afterFirst}
      {more.map(card)}
    </Pair>
  );
};

const isScore = ({ facts }: MarketSet, period: string): boolean =>
  facts.card === 'score' && facts.period === period;

type OneProps = {
  event: EventDetail;
  set: MarketSet;
  half: MarketSet['lines'][number] | undefined;
  few: number | undefined;
  isFolded: boolean;
  onFold: () => void;
};

const OneSet = ({ event, set: { facts, lines }, half, few, ...fold }: OneProps) => {
  const t = useT();
  const [market] = lines;
  if (market === undefined) return null;
  switch (facts.card) {
    case 'total':
      return <LadderMarket match={event} lines={lines} few={few} {...fold} />;
    case 'handicap': {
      // In play only the goals to come count, and a member has to know that before the tap.
      const score = event.state === 'scheduled' ? undefined : event.score?.ft;
      const note = score === undefined ? undefined : t('event.goalsFromNow', { score: scoreText(score) });
      return <LadderMarket match={event} lines={lines} few={few} note={note} {...fold} />;
    }
    case 'score':
      return (
        <ScoreMarket match={event} full={facts.period === 'ht' ? undefined : market} half={half} {...fold} />
      );
    case 'half-full':
      return <HalfFullMarket match={event} market={market} {...fold} />;
    case 'choice':
      return <ChoiceMarket match={event} market={market} {...fold} />;
    default:
      return facts.card satisfies never;
  }
};
