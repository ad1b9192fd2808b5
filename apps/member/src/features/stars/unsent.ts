import { asFields } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';

/** Stars that were set (true) or taken away (false) and that the server has not heard of, in the order of the changes. */
export type StarChanges = Readonly<Record<string, boolean>>;

const parseChanges = (stored: unknown): StarChanges =>
  Object.fromEntries(
    Object.entries(asFields(stored)).filter((one): one is [string, boolean] => typeof one[1] === 'boolean'),
  );

/** Those of each member who used this device. */
export const unsentStore = createStore<Readonly<Record<string, StarChanges>>>({
  key: 'favourites-unsent',
  parse: (stored) =>
    Object.fromEntries(
      Object.entries(asFields(stored)).map(([member, changes]) => [member, parseChanges(changes)]),
    ),
});

/** The changes with those that lead from one list to another; of several of one star the last counts. */
export const withChanges = (
  changes: StarChanges,
  before: readonly string[],
  after: readonly string[],
): StarChanges => {
  const added = after.filter((star) => !before.includes(star)).toReversed();
  const removed = before.filter((star) => !after.includes(star));
  const touched = new Set([...added, ...removed]);
  return {
    ...Object.fromEntries(Object.entries(changes).filter(([star]) => !touched.has(star))),
    ...Object.fromEntries(removed.map((star) => [star, false])),
    ...Object.fromEntries(added.map((star) => [star, true])),
  };
};

/** A list of the server with changes that it does not know: they touch their own stars alone. */
export const applied = (list: readonly string[], changes: StarChanges): readonly string[] => {
  const set = Object.keys(changes).filter((star) => changes[star] === true);
  const added = set.filter((star) => !list.includes(star)).toReversed();
  return [...added, ...list.filter((star) => changes[star] !== false)];
};

/** What is left once the server has heard of some; a star that was changed again in the meantime stays. */
export const withoutSent = (changes: StarChanges, sent: StarChanges): StarChanges =>
  Object.fromEntries(Object.entries(changes).filter(([star, isSet]) => sent[star] !== isSet));
