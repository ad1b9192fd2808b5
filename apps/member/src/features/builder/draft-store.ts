import { asFields } from '@touchline/client/values';
import { limits } from '@touchline/contract/limits';
import { ALL_PARTS, areRivals, BUILDER, readParts } from '@touchline/football/builder-parts';
import { useState, useSyncExternalStore } from 'react';
import { translate } from '../../lib/i18n.tsx';
import { showToast } from '../../lib/toasts.ts';
import { feelTick } from '../../ui/haptics.ts';
import type { PickMark, PickTarget } from '../odds-button/pick-target.ts';
import { type SelectionRef, partText, type SlipSelection, idOf } from '../slip/selection.ts';
import { usePageNote } from '../../lib/page-memory.ts';

/** A bet on one match while it is put together. */
export type BuilderDraft = {
  /** Whether taps on prices of the match add to it. */
  isOn: boolean;
  /** The selections that must all come in, in the order they were picked. */
  parts: readonly SelectionRef[];
  /** Id of the selection of the slip that is being changed. */
  replaces?: string | undefined;
};

/** What is wrong with a selection among the others: no score brings in all of them, or they imply it. */
export type Trouble = 'impossible' | 'redundant';

export const emptyDraft: BuilderDraft = { isOn: false, parts: [] };

/** Whether two selections are the same one. */
export const isSamePart = (a: SelectionRef, b: SelectionRef): boolean => partText(a) === partText(b);

/**
 * The selections after a tap on one: it is added, or removed again. Where only one selection of its market can win, it
 * takes the place of the one that was picked.
 * @returns undefined when there are as many as a builder takes
 */
export const toggled = (
  parts: readonly SelectionRef[],
  part: SelectionRef,
): readonly SelectionRef[] | undefined => {
  if (parts.some((known) => isSamePart(known, part))) return without(parts, part);
  if (parts.some((known) => areRivals(known, part))) {
    return parts.map((known) => (areRivals(known, part) ? part : known));
  }
  return parts.length >= limits.builderPartsMax ? undefined : [...parts, part];
};

/** The selections without one of them. */
export const without = (parts: readonly SelectionRef[], part: SelectionRef): readonly SelectionRef[] =>
  parts.filter((known) => !isSamePart(known, part));

/** Reads a remembered draft. */
export const isDraft = (value: unknown): value is BuilderDraft => {
  const { isOn, parts } = asFields(value);
  return typeof isOn === 'boolean' && Array.isArray(parts);
};

/** The draft of a bet builder on the page of a match, and the target of taps on prices in the meantime. */
export type DraftStore = {
  read: () => BuilderDraft;
  write: (next: BuilderDraft) => void;
  watch: (listener: () => void) => () => void;
  /** Sets the problems of selections, which the prices of the page show. */
  showTroubles: (next: Troubles) => void;
  /** Sets the problems that selections would have if they were picked too. */
  showMarks: (next: Troubles) => void;
  target: PickTarget;
};

/** The icons of what would be wrong with a selection. */
export const iconOf: Record<Trouble, PickMark> = { impossible: 'cross', redundant: 'check' };

/** By the text of the selection. */
type Troubles = ReadonlyMap<string, Trouble>;

const isSame = (one: Troubles, other: Troubles): boolean =>
  one.size === other.size && [...one].every(([part, trouble]) => other.get(part) === trouble);

/** @param leave keeps the draft for when the member comes back to the page */
const createDraftStore = (initial: BuilderDraft, leave: (draft: BuilderDraft) => void): DraftStore => {
  let draft = initial;
  let troubles: Troubles = new Map();
  let marks: Troubles = new Map();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const watch: DraftStore['watch'] = (listener) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  const write = (next: BuilderDraft): void => {
    draft = next;
    leave(next);
    tell();
  };
  const tap = (part: SelectionRef): void => {
    const parts = toggled(draft.parts, part);
    if (parts === undefined) {
      showToast(translate('builder.full', { count: limits.builderPartsMax }));
      return;
    }
    feelTick();
    write({ ...draft, parts });
  };
  const isPicked: PickTarget['isPicked'] = (pick) => draft.parts.some((part) => isSamePart(part, pick));
  const markOf = (pick: SlipSelection): Trouble | undefined =>
    isPicked(pick) ? undefined : marks.get(partText(pick));
  return {
    read: () => draft,
    write,
    watch,
    showTroubles: (next) => {
      if (isSame(next, troubles)) return;
      troubles = next;
      tell();
    },
    showMarks: (next) => {
      if (isSame(next, marks)) return;
      marks = next;
      tell();
    },
    target: {
      watch,
      isPicked,
      troubleOf: (pick) => {
        const trouble = troubles.get(partText(pick)) ?? markOf(pick);
        return trouble === undefined ? undefined : translate(`builder.trouble.${trouble}`);
      },
      markOf: (pick) => {
        const mark = markOf(pick);
        return mark && iconOf[mark];
      },
      tap: ({ market, selection, line }) => tap({ market, selection, line }),
    },
  };
};

/** The present draft of a page. */
export const useDraft = ({ watch, read }: DraftStore): BuilderDraft => useSyncExternalStore(watch, read);

/** A draft that changes the builder of the slip with these selections. */
const draftFrom = (event: string, text: string | undefined): BuilderDraft => {
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
  const create = (draft: BuilderDraft) => ({ event, build, store: createDraftStore(draft, leave) });
  const [made, setMade] = useState(() => create(left ?? draftFrom(event, build)));
  // The page continues to another match, or another builder of the slip is to be changed here.
  if (made.event !== event || made.build !== build) setMade(create(draftFrom(event, build)));
  return made.store;
};
