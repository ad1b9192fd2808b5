import type { Input } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Event } from '@touchline/contract/shapes/football';
import { setTimeout as wait } from 'node:timers/promises';
import { memberApi, type MemberApi } from '../member-api.ts';

/** A member with bets in every state there is, and one who has done nothing yet. */
export type Cast = { player: string; beginner: string; api: MemberApi };

type Leg = Input<'orderAdd'>['legs'][number];

const run = Date.now().toString(36);
/** How long bets may take to be won and lost before the pictures are taken without. */
const patienceMs = 300_000;
const legsPerMatch = 24;

/** A leg on each outcome of a match, and on whole lines, where stakes come back. */
const legsOn = async (api: MemberApi, { id }: Event): Promise<Leg[]> => {
  const { markets } = await api.call('eventDetail', { id });
  return markets
    .filter(({ state }) => state === 'open')
    .filter(({ market, line }) => ['1x2', 'ht_1x2'].includes(market) || /^\d(\.0)?$/.test(line ?? ''))
    .flatMap(({ market, line, selections }) =>
      selections.flatMap(({ selection, odds }) =>
        odds === null ? [] : [{ event: id, market, selection, odds, ...(line !== undefined && { line }) }],
      ),
    );
};

const states = async (api: MemberApi): Promise<Set<Bet['state']>> => {
  const { list } = await api.call('orderList', { tab: 'all', limit: 100 });
  return new Set(list.map(({ state }) => state));
};

/** Opens the accounts, bets on what is live and what comes next, and waits until some of it is won and lost. */
export const assemble = async (url: string): Promise<Cast> => {
  const [player, beginner] = [`player-${run}`, `beginner-${run}`];
  await memberApi(url).register(beginner);
  const api = memberApi(url);
  await api.register(player);
  const { live, next } = await api.call('home', {});
  let [count, taken] = [0, 0];
  for (const event of [...live, ...next.slice(0, 2), ...next.slice(-1)]) {
    for (const leg of (await legsOn(api, event)).slice(0, legsPerMatch)) {
      const key = `${player}-${count++}`;
      const stake = count % 2 === 0 ? '12.50' : '5';
      // A market may close while the list is worked off; the others are enough.
      const { code } = await api.answer('orderAdd', {
        key,
        type: 'single',
        stake,
        accept: 'any',
        legs: [leg],
      });
      taken += code === 1 ? 1 : 0;
    }
  }
  const combined = [...next, ...live].slice(0, 4);
  const legs = (await Promise.all(combined.map((event) => legsOn(api, event)))).flatMap((of) =>
    of.slice(0, 1),
  );
  const terms = { stake: '1', accept: 'any', legs } as const;
  await api.answer('orderAdd', { key: `${player}-all`, type: 'accumulator', ...terms });
  await api.answer('orderAdd', { key: `${player}-some`, type: 'system', k: 2, ...terms });
  if (taken === 0) throw new Error('no bet was taken');
  const giveUpAt = Date.now() + patienceMs;
  while (Date.now() < giveUpAt) {
    const seen = await states(api);
    if (seen.has('win') && seen.has('lose')) break;
    await wait(1_000);
  }
  return { player, beginner, api };
};
