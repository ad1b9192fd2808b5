import type { EventDetail } from '@touchline/contract/shapes/football';
import { ALL_PARTS, BUILDER, orderedParts } from '@touchline/football/builder-parts';
import { putPick } from '../slip/slip-changes.ts';
import { emptyDraft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import type { BuilderView } from './builder-view.ts';

/** Puts the draft in the slip at its price, in place of the builder that it changes, and empties the draft. */
export const putDraftInSlip = (
  { id, home, away, kickOff, state }: EventDetail,
  store: DraftStore,
  { odds, margin }: NonNullable<BuilderView['price']>,
): void => {
  const { parts, replaces } = store.read();
  const pick = {
    event: id,
    home,
    away,
    kickOff,
    market: BUILDER,
    selection: ALL_PARTS,
    parts: orderedParts(parts),
  };
  const inPlay = state === 'live' || state === 'half_time';
  if (putPick(pick, { odds, margin, state: 'open', inPlay }, replaces === undefined ? [] : [replaces]))
    store.write(emptyDraft);
};
