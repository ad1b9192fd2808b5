import type pg from 'pg';
import { statement } from '../platform/database.ts';
import { pointsOfQueue, type Point, type QueueRow } from '../platform/figures.ts';

const open = statement(
  'figures-flags',
  'select count(*)::int as total, min(opened_at) as oldest from feed_flag where closed_at is null',
);

/** What feeds have said and is not believed without a person. */
export const readFeedFigures = async (pool: pg.Pool): Promise<Point[]> =>
  pointsOfQueue('feed_flags', (await pool.query<QueueRow>(open([]))).rows, Date.now());
