import { isId } from '../../core/ids.ts';
import { Refused } from '../../core/refusal.ts';
import type { Board, BoardEvent } from '../../pricing/index.ts';

/**
 * A match that a client names, also one that another process has just announced.
 * @throws Refused `not_found` where there is none
 */
export const askedEvent = async (board: Board, id: string): Promise<BoardEvent> => {
  if (!isId(id)) throw new Refused('not_found');
  if (board.event(id) === undefined) await board.refresh([id]);
  const event = board.event(id);
  if (event === undefined) throw new Refused('not_found');
  return event;
};
