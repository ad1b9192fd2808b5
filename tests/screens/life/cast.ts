import type { CallInput } from '@touchline/contract/routes';
import type { Bet } from '@touchline/contract/shapes/bet';
import type { Event } from '@touchline/contract/shapes/football';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { memberApi, type MemberApi } from '../../fixtures/member-api.ts';

/** A member with bets in every state there is, and one who has done nothing yet. */
export type Cast = { player: string; beginner: string; api: MemberApi };

type Leg = CallInput<'orderAdd'>['legs'][number];

const run = Date.now().toString(36);
/** How long bets may take to be won and lost before the pictures are taken without. */
const patienceMs = 300_000;
const legsPerMatch = 24;
/** With fewer new bets than this the account has too little money left. */
const fewestBets = 8;

/** A leg on each outcome of a match, and on whole lines, where stakes come back. */
const legsOn = async (api: MemberApi, { id }: Event): Promise<Leg[]> => {
  const { markets } = await api.call('eventDetail', { id });
  return markets
    .filter(({ state }) => state === 'open')
    .filter(({ market, line }) => ['1x2', 'ht_1x2'].includes(market) || /^\d(\.0)?$/.test(line ?? ''))
    .flatMap(({ market, line, selections }) =>
      selections.flatMap(({ selection, odds }) =>
        odds === null ? [] : [{ event: id, market, selection, odds, line }],
      ),
    );
};

const states = async (api: MemberApi): Promise<Set<Bet['state']>> => {
  const { list } = await api.call('orderList', { tab: 'all', limit: 100 });
  return new Set(list.map(({ state }) => state));
};

/** Bets on what is live and what comes next. @returns how many bets were taken */
const betOnMuch = async (api: MemberApi, player: string): Promise<number> => {
  const { live, next } = await api.call('home', {});
  const stamp = `${player}-${Date.now().toString(36)}`;
  let [count, taken] = [0, 0];
  for (const event of [...live, ...next.slice(0, 2), ...next.slice(-1)]) {
    for (const leg of (await legsOn(api, event)).slice(0, legsPerMatch)) {
      const key = `${stamp}-${count++}`;
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
  await api.answer('orderAdd', { key: `${stamp}-all`, type: 'accumulator', ...terms });
  await api.answer('orderAdd', { key: `${stamp}-some`, type: 'system', k: 2, ...terms });
  return taken;
};

const untilWonAndLost = async (api: MemberApi): Promise<void> => {
  const giveUpAt = Date.now() + patienceMs;
  while (Date.now() < giveUpAt) {
    const seen = await states(api);
    if (seen.has('win') && seen.has('lose')) return;
    await wait(1_000);
  }
};

const Names = Type.Object({ player: Type.String(), beginner: Type.String() });

/** The cast of the pictures before, with new bets; undefined when there is none here, or it has nothing left to bet. */
const castBefore = async (url: string, path: string): Promise<Cast | undefined> => {
  const api = memberApi(url);
  try {
    const names = Value.Parse(Names, JSON.parse(await readFile(path, 'utf8')));
    await api.login(names.player);
    return (await betOnMuch(api, names.player)) < fewestBets ? undefined : { ...names, api };
  } catch {
    return undefined;
  }
};

/**
 * Opens the accounts, bets, and waits until some of it is won and lost.
 * @param path where the names of the accounts are kept, for the next pictures of the same server
 */
export const assemble = async (url: string, path: string): Promise<Cast> => {
  const before = await castBefore(url, path);
  if (before !== undefined) return before;
  const [player, beginner] = [`player-${run}`, `beginner-${run}`];
  await memberApi(url).register(beginner);
  const api = memberApi(url);
  await api.register(player);
  if ((await betOnMuch(api, player)) === 0) throw new Error('no bet was taken');
  await untilWonAndLost(api);
  await writeFile(path, JSON.stringify({ player, beginner }));
  return { player, beginner, api };
};
