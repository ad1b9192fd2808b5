import type { Lan } from '@touchline/locales/locales';
import type { Owner } from '../platform/owner.ts';

/** A member who reads, in a language. */
export type Reader = Owner & { lan: Lan };

/** Of these members, those who are kept from playing and must not be invited to. */
export type Restricted = (memberIds: readonly string[]) => Promise<ReadonlySet<string>>;
