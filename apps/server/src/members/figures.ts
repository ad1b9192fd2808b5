import { statement } from '../platform/database.ts';
import { pointsOfQueue, type Point, type QueueRow } from '../platform/figures.ts';
import { ofAllGroups, type Groups } from '../platform/groups.ts';

const waiting = statement(
  'figures-identity',
  `select count(*)::int as total, min(submitted_at) as oldest from identity_request
   where shard between 0 and 255 and state = 'in_review'`,
);

/** The names that wait for an operator. */
export const readMemberFigures = async (groups: Groups): Promise<Point[]> => {
  const parts = await ofAllGroups(groups, async (on) => (await on.query<QueueRow>(waiting([]))).rows);
  return pointsOfQueue('identity', parts, Date.now());
};
