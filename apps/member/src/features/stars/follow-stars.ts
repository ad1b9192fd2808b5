import { CallError } from '@touchline/client/errors';
import { asText } from '@touchline/client/values';
import type { Favourite } from '@touchline/contract/shapes/inbox';
import { createStore } from '@touchline/kit/store';
import { call } from '../../lib/call.ts';
import { isConnected, watchConnection } from '../../lib/connection.ts';
import { userStore } from '../../lib/user.ts';
import { starOf, starsStore } from './stars.ts';
import { applied, type StarChanges, unsentStore, withChanges, withoutSent } from './unsent.ts';

/** The member whose stars this device has from the server. */
const syncedStore = createStore<string>({ key: 'favourites-of', parse: (stored) => asText(stored) ?? '' });

const quiet = { mask: false, quiet: true };

const favouriteOf = (star: string): Favourite => {
  const [kind, ...id] = star.split(' ');
  return kind === 'team' || kind === 'competition' ? { kind, id: id.join(' ') } : { kind: 'match', id: star };
};

const unsentOf = (member: string): StarChanges => unsentStore.read()[member] ?? {};
const setUnsent = (member: string, changes: StarChanges): void => {
  const others = Object.entries(unsentStore.read()).filter(([other]) => other !== member);
  const own: [string, StarChanges][] = Object.keys(changes).length > 0 ? [[member, changes]] : [];
  unsentStore.write(Object.fromEntries([...others, ...own]));
};

/** Sends changes, or asks where there are none. @returns the stars the server has then */
const exchange = async (changes: StarChanges): Promise<readonly string[]> => {
  const stars = Object.keys(changes);
  const [set, taken] = [true, false].map((isSet) => stars.filter((star) => changes[star] === isSet));
  const { list } =
    stars.length > 0
      ? await call('favouriteSave', { add: set?.map(favouriteOf), remove: taken?.map(favouriteOf) }, quiet)
      : await call('favouriteList', {}, quiet);
  return list.map(({ kind, id }) => starOf(kind, id));
};

/**
 * Keeps the stars of this device and those the server has of the member the same: the server's at the start, then each change here. A
 * change is kept on the device until the server has heard of it, and sent again when there is a network; it touches its own star
 * alone, so that what other devices changed in the meantime stays. What was starred before the server kept any is added once.
 * @returns the way to stop
 */
export const followStars = (): (() => void) => {
  let member: string | undefined;
  /** The list that all changes up to now lead to. */
  let known = starsStore.read();
  let isFresh = false;
  let isBusy = false;

  const settle = (of: string, sent: StarChanges, list: readonly string[] | undefined): void => {
    setUnsent(of, withoutSent(unsentOf(of), sent));
    if (of !== member || list === undefined) return;
    known = applied(list, unsentOf(of));
    starsStore.write(known);
    syncedStore.write(of);
    isFresh = true;
  };
  const sync = async (): Promise<void> => {
    const of = member;
    if (of === undefined || isBusy || !isConnected()) return;
    const sent = unsentOf(of);
    if (isFresh && Object.keys(sent).length === 0) return;
    isBusy = true;
    try {
      settle(of, sent, await exchange(sent));
    } catch (error) {
      // What the server will never take is dropped, and everything else waits for the network or the next change.
      if (!(error instanceof CallError && error.reason === 'validation')) return;
      settle(of, sent, undefined);
      isFresh = false;
    } finally {
      isBusy = false;
    }
    // Changed in the meantime, or another member by now.
    await sync();
  };
  const note = (): void => {
    const stars = starsStore.read();
    if (stars === known) return;
    const before = known;
    known = stars;
    if (member === undefined) return;
    setUnsent(member, withChanges(unsentOf(member), before, stars));
    void sync();
  };
  const look = (): void => {
    const now = userStore.read()?.id;
    if (now === member) return;
    member = now;
    isFresh = false;
    if (now === undefined) return;
    const of = syncedStore.read();
    if (of === '') setUnsent(now, withChanges(unsentOf(now), [], starsStore.read()));
    else if (of !== now) {
      // Until the server has answered, the stars of another member are not shown.
      known = applied([], unsentOf(now));
      starsStore.write(known);
      syncedStore.write(now);
    }
    void sync();
  };
  const stops = [starsStore.watch(note), userStore.watch(look), watchConnection(() => void sync())];
  look();
  return () => {
    for (const stop of stops) stop();
  };
};
