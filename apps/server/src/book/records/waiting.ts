import { statement, type Queryable } from '../../platform/database.ts';
import { readWaiting, type Waiting } from '../../platform/waiting.ts';

const waiting = statement(
  'results-waiting',
  `select count(*)::int as total, min(proposed_at) as oldest from result where state = 'proposed'`,
);
/** Results proposed by a source that nobody has confirmed or rejected yet. */
export const selectWaitingResults = (on: Queryable): Promise<Waiting> => readWaiting(on, waiting([]));
