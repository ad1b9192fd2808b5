import type { EventDetail } from '@touchline/contract/shapes/football';
import { Suspense } from 'react';
import type { DraftStore } from '../../features/builder/draft-store.ts';
import { useDraft } from '../../features/builder/use-draft.ts';
import { isOver } from '../../features/live/event-patch.ts';
import { PickTargetContext, slipTarget } from '../../features/odds-button/pick-target.ts';
import { useRestriction } from '../../features/play/use-restriction.ts';
import { SlipDock } from '../../features/slip/slip-dock.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { EventMarkets } from './event-markets.tsx';

const BuilderDock = lazyPart(
  async () => (await import('../../features/builder/builder-dock.tsx')).BuilderDock,
);

/** Whether a bet can be put together on a match: it is on offer, and the member has not paused play. */
const useCanBuild = ({ state, markets }: EventDetail): boolean => {
  const isPaused = useRestriction() !== undefined;
  return !isPaused && !isOver(state) && markets.length > 1;
};

type Props = { event: EventDetail; store: DraftStore };

/** The markets of a match. Taps on their prices lead to the slip, or to the bet builder while it is on. */
export const EventBetting = ({ event, store }: Props) => {
  const { isOn } = useDraft(store);
  const canBuild = useCanBuild(event);
  return (
    <PickTargetContext value={isOn && canBuild ? store.target : slipTarget}>
      <EventMarkets event={event} builder={canBuild ? store : undefined} />
    </PickTargetContext>
  );
};

/** The dock of the page of a match: the slip, or the draft of the bet builder. */
export const EventDock = ({ event, store }: Props) => {
  const { isOn } = useDraft(store);
  const isBuilding = useCanBuild(event) && isOn;
  return (
    <>
      <SlipDock barHidden={isBuilding} />
      {isBuilding && (
        <Suspense>
          <BuilderDock event={event} store={store} />
        </Suspense>
      )}
    </>
  );
};
