import type { Board, BoardEvent, createStops } from '../../pricing/index.ts';
import type { EventMove } from './domain.ts';
import type { DecidedBegun } from './void-proposals.ts';

type Room = {
  board: Pick<Board, 'refresh'>;
  stops: Pick<ReturnType<typeof createStops>, 'inForce' | 'open'>;
  moveEvent: (event: BoardEvent, move: EventMove, who: string) => Promise<boolean>;
};

/**
 * Ends the wait of a match that a feed reported as begun before its kick-off, once a person has decided: where it is true the kick-off
 * is when it began, and with the last report the stop of a feed is lifted. That of a trader stays.
 */
export const settleBegun = async (
  { board, stops, moveEvent }: Room,
  eventId: string,
  { feed, began, isTrue, waits }: DecidedBegun,
): Promise<void> => {
  const by = `feed:${feed}`;
  const [event] = await board.refresh([eventId]);
  if (isTrue && event?.state === 'scheduled' && began < event.kickOff) {
    const { state, minute, score, ht, redCards } = event;
    await moveEvent(
      event,
      {
        kickOff: began,
        state,
        minute,
        clockMinute: 0,
        score,
        ht,
        redCards,
        incidents: [],
        isSuspended: true,
        results: [],
      },
      by,
    );
  }
  if (waits) return;
  // The first feed that reported it has stopped it.
  const ours = (await stops.inForce([eventId])).find(
    (stop) => stop.event_id === eventId && stop.market === null && stop.stopped_by.startsWith('feed:'),
  );
  const within = () => Promise.resolve();
  if (ours !== undefined) await stops.open(ours.id, { by, why: 'its early start is decided', within });
};
