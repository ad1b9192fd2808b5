import { readFileSync } from 'node:fs';
import { BetDetail } from '@touchline/contract/shapes/bet';
import { EventDetail } from '@touchline/contract/shapes/football';
import { Home } from '@touchline/contract/shapes/site';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

// What a server answered once, its times moved to the hour of the pictures.

/** Reads an answer that was kept. @throws when it is no longer of its shape */
const kept = <T extends TSchema>(name: string, shape: T): Static<T> =>
  Value.Parse(shape, JSON.parse(readFileSync(new URL(`answers/${name}.json`, import.meta.url), 'utf8')));

export const home = kept('home', Home);
export const eventDetail = kept('event-detail', EventDetail);
/** Bets in several states, each with its time line. */
export const bets = kept('bets', Type.Array(BetDetail));
