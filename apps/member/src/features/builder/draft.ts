import { limits } from '@touchline/contract/limits';
import { areRivals } from '@touchline/football/builder-parts';
import { asFields } from '@touchline/client/values';
import { type SelectionRef, partText } from '../slip/selection.ts';

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
