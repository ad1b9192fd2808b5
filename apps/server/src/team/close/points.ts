/** Places of a closing at which a test ends it, in the order in which it passes them. */
export const closePoints = [
  'begun',
  'read.written',
  'read.done',
  'part.written',
  'part.done',
  'source.moved',
  'source.done',
  'chunk.paid',
  'chunk.done',
  'closed',
] as const;
/** Told where a closing is; does nothing but in tests. */
export type ClosePoint = (name: (typeof closePoints)[number]) => void;
