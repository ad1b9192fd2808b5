import type { Input } from '@touchline/contract/routes';
import type { BuilderMarks } from '@touchline/contract/shapes/builder';
import type { Clock } from '../../core/clock.ts';
import type { Board } from '../../pricing/index.ts';
import type { Builders } from './builders.ts';
import { askedEvent } from './asked-event.ts';
import { readPicks } from './picks.ts';

/**
 * Which other selections of a match cannot win together with some, or follow from them.
 * @throws Refused `not_found` for an unknown match, `builder_parts` for too many selections or one that no market has
 */
export const createBuilderMarks =
  ({ board, builders, clock }: { board: Board; builders: Builders; clock: Pick<Clock, 'now'> }) =>
  async ({ event: eventId, parts }: Input<'builderMarks'>): Promise<BuilderMarks> => {
    const picks = readPicks(parts, 1);
    const event = await askedEvent(board, eventId);
    const marks = await builders.marks(event, picks, clock.now());
    return {
      marks: marks.map(({ market, selection, line, mark }) => ({
        market,
        selection,
        line: line === '' ? undefined : line,
        mark,
      })),
    };
  };
