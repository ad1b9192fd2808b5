import type { Static, TSchema } from 'typebox';

/** A value that may be sent as JSON: an optional property may be undefined too, since JSON leaves it out. */
export type Sendable<T> = T extends object
  ? { [K in keyof T]: Sendable<T[K]> | (object extends Pick<T, K> ? undefined : never) }
  : T;

/** What a schema describes, as it is written and read on both sides of the wire. */
export type Shape<S extends TSchema> = Sendable<Static<S>>;
