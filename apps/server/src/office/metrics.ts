import type pg from 'pg';
import { statement } from '../core/database/database.ts';
import { pointsOfQueue, type Figure, type Point, type QueueRow } from '../core/metrics/metrics.ts';

export const officeFigures = {
  ownerAlone: {
    name: 'touchline_owner_alone',
    kind: 'gauge',
    help: '1 while there is only one owner, so that no second one checks changes of operators',
  },
} as const satisfies Record<string, Figure>;

const unsealed = statement(
  'figures-audit',
  `select count(*)::int as total, min(l.at) as oldest
   from (select line from office_audit_waiting limit 10000) w join office_audit l on l.id = w.line`,
);

/** Whether no second owner checks changes of operators, and the lines of the audit log that are not sealed yet. */
export const readOfficeFigures = async (
  pool: pg.Pool,
  isOwnerAlone: () => Promise<boolean>,
): Promise<Point[]> => [
  { of: officeFigures.ownerAlone, value: (await isOwnerAlone()) ? 1 : 0 },
  ...pointsOfQueue('audit_lines', (await pool.query<QueueRow>(unsealed([]))).rows, Date.now()),
];
