import type { Favourite } from '@touchline/contract/shapes/inbox';
import { asText } from '@touchline/client/values';
import { createStore } from '@touchline/kit/store';
import { call } from '../../api/call.ts';
import { userStore } from '../../state/user.ts';
import { starOf } from './star-of.ts';
import { starsStore } from './stars.ts';

/** The member whose stars this device has from the server. */
const syncedStore = createStore<string>({ key: 'favourites-of', parse: (stored) => asText(stored) ?? '' });

const quiet = { mask: false, quiet: true };

const favouriteOf = (star: string): Favourite => {
  const [kind, ...id] = star.split(' ');
  return kind === 'team' || kind === 'competition' ? { kind, id: id.join(' ') } : { kind: 'match', id: star };
};

/**
 * Keeps the stars of this device and those the server has of the member the same: the server's at the start, then each change here. What
 * was starred before the server kept any, or before another member used this device, is added once.
 * @returns the way to stop
 */
export const followStars = (): (() => void) => {
  let known: readonly string[] = [];
  let isOn = false;
  const take = ({ list }: { list: readonly Favourite[] }): void => {
    known = list.map(({ kind, id }) => starOf(kind, id));
    starsStore.write(known);
  };
  const start = async (member: string): Promise<void> => {
    const add = syncedStore.read() === '' ? starsStore.read().map(favouriteOf) : [];
    take(
      add.length > 0 ? await call('favouriteSave', { add }, quiet) : await call('favouriteList', {}, quiet),
    );
    syncedStore.write(member);
    isOn = true;
  };
  const send = (): void => {
    const stars = starsStore.read();
    if (!isOn || stars === known) return;
    const add = stars.filter((star) => !known.includes(star)).map(favouriteOf);
    const remove = known.filter((star) => !stars.includes(star)).map(favouriteOf);
    known = stars;
    if (add.length + remove.length === 0) return;
    // Unheard, the next start brings what the server has.
    void call('favouriteSave', { add, remove }, quiet).catch(() => undefined);
  };
  let member: string | undefined;
  const look = (): void => {
    const now = userStore.read()?.id;
    if (now === member) return;
    member = now;
    isOn = false;
    if (now !== undefined) void start(now).catch(() => undefined);
  };
  const stops = [starsStore.watch(send), userStore.watch(look)];
  look();
  return () => {
    for (const stop of stops) stop();
  };
};
