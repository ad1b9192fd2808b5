import type { Lan } from '@touchline/locales/locales';

export type Owner = { shard: number; memberId: string };

/** A member who reads, in a language. */
export type Reader = Owner & { lan: Lan };

/** Of these members, those who are kept from playing and must not be invited to. */
export type Restricted = (memberIds: readonly string[]) => Promise<ReadonlySet<string>>;
