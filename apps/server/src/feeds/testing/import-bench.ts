import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { Board } from '../../pricing/board/board.ts';
import { Events } from '../../catalogue/matches/service.ts';
import { manualClock } from '../../core/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { openFootballSnapshot } from '../files/openfootball.ts';
import type { ImportPlan } from '../import/plan.ts';
import { Imports } from '../import/service.ts';
import { RatedNations } from '../../catalogue/football/national-record.ts';
import { shippedCatalogue } from '../../catalogue/football/known-names.ts';
import type { Snapshot } from '../snapshot.ts';

/** A file among these. */
export const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

/** A season of openfootball. */
export const season = (matches: readonly object[], name = 'Deutsche Bundesliga 2025/26'): Snapshot =>
  openFootballSnapshot(JSON.stringify({ name, matches }));

/** Bayern against Leipzig on the first day of it, changed by `fields`. */
export const match = (fields: object = {}) => ({
  round: 'Matchday 1',
  date: '2025-08-22',
  time: '20:30',
  team1: 'FC Bayern München',
  team2: 'RB Leipzig',
  score: {},
  ...fields,
});

export const toDo = ({ changes }: ImportPlan) => changes.map((change) => change.do);

export type ImportBench = Awaited<ReturnType<typeof openImportBench>>;

/** Imports over a database of their own, without the results the server ships. */
export const openImportBench = async () => {
  const clock = manualClock(new Date('2025-08-20T12:00:00Z'));
  const database = await testDatabase();
  const board = new Board(database.pool);
  const confirmed: string[] = [];
  const events = new Events({
    database,
    board,
    publish: () => undefined,
    onResult: async (_, eventId) => {
      confirmed.push(eventId);
    },
  });
  const imports = new Imports({
    events,
    database,
    clock,
    catalogue: await shippedCatalogue(),
    record: async () => [],
    nations: new RatedNations(),
  });
  return {
    clock,
    database,
    events,
    imports,
    confirmed,
    close: () => database.close(),

    /** Empties the book and goes back to two days before the season. */
    reset: async () => {
      await database.owner.query('truncate event, feed_link, feed_question, team_alias cascade');
      await database.owner.query('truncate competition, team cascade');
      confirmed.length = 0;
      clock.set(new Date('2025-08-20T12:00:00Z'));
      await board.load();
    },

    /** Previews a snapshot and applies it whole. @returns the plan */
    bring: async (snapshot: Snapshot): Promise<ImportPlan> => {
      const plan = await imports.preview(snapshot);
      const outcome = await imports.apply(snapshot, { hash: plan.hash, who: 'test' });
      expect(outcome.done && outcome.applied.every(({ outcome: each }) => each === 'done')).toBe(true);
      return plan;
    },

    /** The event with the last kick-off, in its present state. */
    singleEvent: async () => {
      const { rows } = await database.pool.query<{ id: string }>('select id from event order by kick_off');
      const event = await events.fresh(rows.at(-1)?.id ?? '');
      if (event === undefined) throw new Error('there is no event');
      return event;
    },

    results: async () => {
      const columns = 'version, ht_home, ht_away, ft_home, ft_away, source, state';
      return (await database.pool.query(`select ${columns} from result order by event_id, version`)).rows;
    },
  };
};
