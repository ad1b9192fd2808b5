import type pg from 'pg';
import { statement } from '../database/database.ts';
import { pointsOfQueue, type Point, type QueueRow } from '../metrics/metrics.ts';

const waiting = statement(
  'figures-outbox',
  `select count(*)::int as total, min(at) as oldest from outbox_message where state = 'waiting'`,
);

/** The mails and short messages that wait to be sent. */
export const readOutboxFigures = async (pool: pg.Pool): Promise<Point[]> =>
  pointsOfQueue('outbox', (await pool.query<QueueRow>(waiting([]))).rows, Date.now());
