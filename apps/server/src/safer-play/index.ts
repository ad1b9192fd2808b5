// What other modules may use of this one.
export type { LikenessRow } from './likeness-queries.ts';
export type { Likenesses } from './likenesses.ts';
export { openMemberLimits, openPlay } from './open.ts';
export type { Play, PlayUse } from './service.ts';
export { selectPlayNow, selectPlayUse } from './use.ts';
