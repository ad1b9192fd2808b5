import { useQuery } from '@tanstack/react-query';
import type { EventDetail } from '@touchline/contract/shapes/football';
import { useEffect, useMemo } from 'react';
import { callQuery } from '../../lib/query.ts';
import { type Part, partText } from '../slip/selection.ts';
import type { Trouble } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

/** A text that changes with the score and with what is on sale, which marks follow from; not with a price. */
const situationOf = ({ state, score, markets }: EventDetail): string =>
  JSON.stringify([
    state,
    score,
    markets.map((market) => [
      market.market,
      market.line,
      market.state,
      market.selections.map(({ odds }) => odds !== null),
    ]),
  ]);

const noMarks: ReadonlyMap<string, Trouble> = new Map();

/**
 * Asks which other selections of a match cannot be added to those that are picked, and shows it on their prices.
 * @returns the kinds of marks that are shown, in the order of their words
 */
export const useMarks = (event: EventDetail, parts: readonly Part[], store: DraftStore): Trouble[] => {
  const query = callQuery('builderMarks', {
    event: event.id,
    parts: parts.map(({ market, selection, line }) => ({ market, selection, line })),
  });
  const { data } = useQuery({
    ...query,
    queryKey: [...query.queryKey, situationOf(event)],
    enabled: parts.length > 0,
    staleTime: Infinity,
  });
  const list = parts.length === 0 ? undefined : data?.marks;
  const marks = useMemo(
    () => (list === undefined ? noMarks : new Map(list.map((part) => [partText(part), part.mark]))),
    [list],
  );
  useEffect(() => {
    store.showMarks(marks);
    return () => store.showMarks(noMarks);
  }, [store, marks]);
  const shown = new Set(marks.values());
  return (['impossible', 'redundant'] as const).filter((mark) => shown.has(mark));
};
