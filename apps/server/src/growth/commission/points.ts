/** Places of a closing at which a test kills it, in their order. */
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
/** Receives the place that a closing has reached; does nothing outside tests. */
export type ClosePoint = (name: (typeof closePoints)[number]) => void;
