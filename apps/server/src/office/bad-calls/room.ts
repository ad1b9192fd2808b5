import { afterAll, beforeAll } from 'vitest';
import type { Rows } from './kinds.ts';
import { tryRows } from './try-rows.ts';
import { badWorld, type BadWorld } from './world.ts';

/** Tries the rows of a room on a new server. */
export const tryRoom = (rows: (world: () => BadWorld) => Rows): void => {
  let made: BadWorld | undefined;
  const world = (): BadWorld => {
    if (made === undefined) throw new Error('Not yet');
    return made;
  };
  beforeAll(async () => {
    made = await badWorld();
  }, 60_000);
  afterAll(() => made?.close());
  tryRows(rows(world), world);
};
