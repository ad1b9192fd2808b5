import { ALL_PARTS, BUILDER, readParts } from '@touchline/football/builder-parts';
import { useState, useSyncExternalStore } from 'react';
import { usePageNote } from '../../lib/page-memory.ts';
import { idOf } from '../slip/selection.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';
import { type Draft, emptyDraft, isDraft } from './draft.ts';

/** The present draft of a page. */
export const useDraft = ({ watch, read }: DraftStore): Draft => useSyncExternalStore(watch, read);

/** A draft that changes the builder of the slip with these selections. */
const draftFrom = (event: string, text: string | undefined): Draft => {
  const parts = text === undefined ? undefined : readParts(text);
  if (parts === undefined) return emptyDraft;
  const replaces = idOf({ event, market: BUILDER, selection: ALL_PARTS, parts });
  return { isOn: true, parts, replaces };
};

/**
 * The draft of the page of a match. It is kept until the member comes back to the page.
 * @param build selections that the address of the page names: a builder of the slip that is to be changed
 */
export const usePageDraft = (event: string, build: string | undefined): DraftStore => {
  const [left, leave] = usePageNote(`builder ${event}`, { accepts: isDraft });
  const create = (draft: Draft) => ({ event, build, store: createDraftStore(draft, leave) });
  const [made, setMade] = useState(() => create(left ?? draftFrom(event, build)));
  // The page continues to another match, or another builder of the slip is to be changed here.
  if (made.event !== event || made.build !== build) setMade(create(draftFrom(event, build)));
  return made.store;
};
