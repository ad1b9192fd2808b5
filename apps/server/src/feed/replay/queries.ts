import { statement, type Queryable } from '../../platform/database.ts';

const stateInsert = statement(
  'feed-state-insert',
  'insert into feed_state (feed, state, updated_at) values ($1, $2, site_now()) on conflict (feed) do nothing',
);
/** Stores a feed's first state; an existing one stays. */
export const insertState = async (to: Queryable, feed: string, state: unknown): Promise<void> => {
  await to.query(stateInsert([feed, JSON.stringify(state)]));
};

const stateUpdate = statement(
  'feed-state-update',
  'update feed_state set state = $2, updated_at = site_now() where feed = $1',
);
export const updateState = async (to: Queryable, feed: string, state: unknown): Promise<void> => {
  await to.query(stateUpdate([feed, JSON.stringify(state)]));
};

const stateSelect = statement('feed-state', 'select state from feed_state where feed = $1');
/** @returns the feed's stored state, unparsed; undefined without one */
export const selectState = async (to: Queryable, feed: string): Promise<unknown> =>
  (await to.query<{ state: unknown }>(stateSelect([feed]))).rows[0]?.state;
