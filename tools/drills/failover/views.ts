import { Type, type Static } from 'typebox';

/** What Patroni answers to `GET /cluster`, as far as the drill reads it. */
export const Answer = Type.Object({
  members: Type.Array(Type.Object({ name: Type.String(), role: Type.String(), state: Type.String() })),
});

/** The members of a cluster as one node sees them. Empty when the node does not answer. */
export type View = Static<typeof Answer>['members'];

/**
 * The node that leads, where every node says the same. A node that was cut off shows what it knew before until its watch of etcd is
 * renewed, so a single view may name the old leader.
 */
export const leaderOf = (views: readonly View[]): string | undefined => {
  const names = new Set(
    views.map((view) => view.find(({ role, state }) => role === 'leader' && state === 'running')?.name),
  );
  return names.size === 1 ? [...names][0] : undefined;
};

/** Whether every node says that the same one leads and the other follows it synchronously. */
export const isWhole = (views: readonly View[]): boolean =>
  leaderOf(views) !== undefined &&
  views.every((view) => view.some(({ role, state }) => role === 'sync_standby' && state === 'streaming'));
